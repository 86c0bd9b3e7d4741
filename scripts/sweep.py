#!/usr/bin/env python3
"""Runs smemlint on every .cu file of some folders and prints crashes, hangs and how much it could analyse.

  sweep.py [OPTIONS] FOLDER ... [-- FLAGS]

  --tool PROGRAM     smemlint to run (default: build/smemlint)
  --limit SECONDS    of wall time for a file; more is a hang (default: 60)
  --jobs N           files at once (default: 1)
  --sample N         that many files of all, evenly spread
  --only REGEX       files whose path matches
  --include-guess    a -I for each folder that an #include of the file, or of what it includes, needs
  --headers FOLDER   for --include-guess: where headers lie besides the folders themselves; may be repeated
  --details FILE     a line for each file, as tab-separated values
  --top N            files in the lists of the worst (default: 10)

FLAGS go to the compiler.  Times are processor times, so that other work on the machine hardly matters; they
and the memory are those that --stats prints for each file.  Exit status 1: a run crashed, hung or caused a
report of a sanitizer.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import statistics
import subprocess
import sys

HEADERS = ('.h', '.cuh', '.hpp', '.hxx', '.hh', '.inl', '.inc', '.cu', '.cpp')
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.M)
SANITIZER = re.compile(r'(ERROR: \w*Sanitizer.*|runtime error: .*)')
USAGE = (re.compile(r'([\d.]+)  ms of processor time in the parser, ([\d.]+) ms beyond'),
         re.compile(r'([\d.]+)  MiB at most up to the end of parsing, ([\d.]+) MiB in all'))
COUNT = re.compile(r'^ *(\d+)  (files|kernels|of them not analysed|kernels with one block shape)$', re.M)
ROW = re.compile(r'^ *(\d+) +[\d.]+ %  (.+)$', re.M)
CERTAINTIES = ('exact', 'bound', 'symbolic', 'data-dependent', 'unknown')


class Includes:
    """Which -I a file needs, guessed from the headers that lie in the folders."""

    def __init__(self, folders):
        self.headers = collections.defaultdict(list)
        self.seen = {}
        for folder in folders:
            for at, _, names in os.walk(os.path.abspath(folder)):
                for name in names:
                    if name.endswith(HEADERS):
                        self.headers[name].append(os.path.join(at, name))

    def included(self, path):
        if path not in self.seen:
            with open(path, errors='replace') as file:
                self.seen[path] = INCLUDE.findall(file.read())
        return self.seen[path]

    def nearest(self, wanted, user):
        fits = [h for h in self.headers[os.path.basename(wanted)] if h.endswith('/' + wanted)]
        return max(fits, key=lambda h: (len(os.path.commonpath([h, user])), -len(h)), default=None)

    def flags(self, path):
        todo, done, folders = [os.path.abspath(path)], set(), []
        while todo and len(done) < 2000:
            user = todo.pop()
            done.add(user)
            for wanted in map(os.path.normpath, self.included(user)):
                found = os.path.normpath(os.path.join(os.path.dirname(user), wanted))
                if not os.path.isfile(found):
                    found = self.nearest(wanted, user)
                    if found and found[:-len(wanted) - 1] not in folders:
                        folders.append(found[:-len(wanted) - 1])
                if found and found not in done:
                    todo.append(found)
        return [f'-I{folder}' for folder in folders]


def run(options, includes, path):
    flags = options.flags + (includes.flags(path) if includes else [])
    result = {'path': path, 'status': 'hang', 'report': '', 'counts': {}, 'rows': {}, 'usage': None}
    try:
        done = subprocess.run([options.tool, '--no-cache', '--stats', path, '--', *flags], capture_output=True, text=True,
                              errors='replace', timeout=options.limit)
    except subprocess.TimeoutExpired:
        return result
    result['status'] = str(done.returncode) if 0 <= done.returncode <= 3 else f'crash ({done.returncode})'
    report = SANITIZER.search(done.stderr)
    if report:
        result['report'] = report.group(1)
    result['counts'] = {name: int(n) for n, name in COUNT.findall(done.stderr)}
    result['rows'] = {name: int(n) for n, name in ROW.findall(done.stderr)}
    usage = [pattern.search(done.stderr) for pattern in USAGE]
    if all(usage):
        result['usage'] = [float(x) for match in usage for x in match.groups()]
    return result


def total(results, key):
    counts = collections.Counter()
    for result in results:
        counts.update(result[key])
    return counts


def print_counts(results):
    print(f'{len(results):8d}  files')
    for status, n in sorted(collections.Counter(r['status'] for r in results).items()):
        print(f'{n:8d}  ended with {status}')
    print(f"{sum(bool(r['report']) for r in results):8d}  drew a report of a sanitizer")
    counts, rows = total(results, 'counts'), total(results, 'rows')
    print(f"{counts['kernels']:8d}  kernels, {counts['of them not analysed']} of them not analysed, "
          f"{counts['kernels with one block shape']} with their block shapes")
    facts = sum(rows[name] for name in CERTAINTIES)
    print(f'{facts:8d}  shared-memory accesses')
    for name in CERTAINTIES:
        print(f'{rows[name]:8d}  {100 * rows[name] / max(facts, 1):5.1f} %  {name}')
    print('          why not exact:')
    for name, n in rows.most_common():
        if name not in CERTAINTIES:
            print(f'{n:8d}  {100 * n / max(facts, 1):5.1f} %  {name}')


def print_usage(results, top):
    parsed = [r for r in results if r['usage'] and r['usage'][0] > 0 and r['usage'][2] > 0]
    if not parsed:
        return
    share = {r['path']: r['usage'][1] / r['usage'][0] for r in parsed}
    ratio = {r['path']: r['usage'][3] / r['usage'][2] for r in parsed}
    print(f'{len(parsed):8d}  files parsed, in {statistics.median(r["usage"][0] for r in parsed):.0f} ms (median)')
    print(f'{statistics.median(r["usage"][1] for r in parsed):8.1f}  ms beyond parsing (median), '
          f'{100 * statistics.median(share.values()):.1f} % of the parse time (median)')
    print(f'{max(ratio.values()):8.2f}  times the memory of parsing at most')
    print('slowest beyond parsing:')
    for r in sorted(parsed, key=lambda r: -r['usage'][1])[:top]:
        print(f"{r['usage'][1]:8.0f}  ms, {100 * share[r['path']]:.0f} % of the parse time: {r['path']}")
    print('most memory beyond parsing:')
    for r in sorted(parsed, key=lambda r: -ratio[r['path']])[:top]:
        print(f"{ratio[r['path']]:8.2f}  times {r['usage'][2]:.0f} MiB: {r['path']}")


def write_details(results, path):
    with open(path, 'w') as out:
        for r in results:
            columns = [r['path'], r['status'], r['report'], *(r['usage'] or [''] * 4),
                       r['counts'].get('kernels', ''), *(r['rows'].get(name, 0) for name in CERTAINTIES)]
            print(*columns, sep='\t', file=out)


def files_in(options):
    found = []
    for folder in options.folders:
        for at, _, names in os.walk(folder):
            found += [os.path.join(at, name) for name in names if name.endswith('.cu')]
    found = sorted(path for path in found if re.search(options.only, path))
    n = options.sample
    return found if not n or n >= len(found) else [found[i * len(found) // n] for i in range(n)]


def parse_arguments(arguments):
    cut = arguments.index('--') if '--' in arguments else len(arguments)
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('folders', nargs='+')
    parser.add_argument('--tool', default='build/smemlint')
    parser.add_argument('--limit', type=float, default=60)
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--sample', type=int, default=0)
    parser.add_argument('--only', default='')
    parser.add_argument('--include-guess', action='store_true')
    parser.add_argument('--headers', action='append', default=[])
    parser.add_argument('--details')
    parser.add_argument('--top', type=int, default=10)
    options = parser.parse_args(arguments[:cut])
    options.flags = arguments[cut + 1:]
    return options


def main():
    options = parse_arguments(sys.argv[1:])
    files = files_in(options)
    includes = Includes(options.folders + options.headers) if options.include_guess else None
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda path: run(options, includes, path), files))
    for r in results:
        if r['report'] or r['status'][0] in 'hc':
            print(f"{r['status']}: {r['path']}: {r['report']}")
    print_counts(results)
    print_usage(results, options.top)
    if options.details:
        write_details(results, options.details)
    return any(r['report'] or r['status'][0] in 'hc' for r in results)


sys.exit(main())
