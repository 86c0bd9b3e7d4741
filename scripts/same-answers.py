#!/usr/bin/env python3
"""Compares the output of two builds of smemlint: facts, diagnostics and edits must be equal except for texts.

  same-answers.py --old PROGRAM --new PROGRAM [OPTIONS] [FILE ...]

  --programs TSV     also the programs of such a table (name, repository, main file, flags)
  --beside           with the .cu files of its folder, if there are at most 12
  --root DIR         where their sources lie, as DIR/OWNER+NAME
  --only REGEX       programs whose name matches
  --keep DIR         a cache of each build's output, by the hash of its program
  --limit SECONDS    for one run (default: 120)
  --jobs N           runs at once (default: 2)
  --ways LIST        of facts,findings,edits (default: all)
  --words            also shows which texts differ, once each

Each file is run once a way by each build: `facts`, `--format=json` (with its fixes) and `--unsafe-fixes --diff`.  Texts for people are
left out (WORDS, below); everything else must be the same: places, numbers, certainties, rules, order, edits, exit
status.  Ends with 1 where something differs, and prints the sum of processor time and the peak memory of both.
"""
import argparse
import collections
import concurrent.futures
import csv
import hashlib
import json
import os
import re
import resource
import subprocess
import sys

WORDS = {'message', 'reason', 'text', 'why', 'index'}
WAYS = {'facts': ['facts', '--no-cache', '-j1'],
        'findings': ['--no-cache', '-j1', '--quiet', '--format=json'],
        'edits': ['--no-cache', '-j1', '--quiet', '--unsafe-fixes', '--diff']}


def without_words(value, key=''):
    if isinstance(value, dict):
        return {k: without_words(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return [without_words(v, key) for v in value]
    return None if key in WORDS and isinstance(value, str) else value


def texts(value, key=''):
    if isinstance(value, dict):
        for k, v in value.items():
            yield from texts(v, k)
    elif isinstance(value, list):
        for v in value:
            yield from texts(v, key)
    elif key in WORDS and isinstance(value, str):
        yield value


def parsed(way, output):
    if way == 'facts':
        return [json.loads(line) for line in output.splitlines()]
    return json.loads(output) if way == 'findings' and output else output


def run(tool, way, unit, limit):
    folder, path, flags = unit
    command = [tool, *WAYS[way], path, *(['--', *flags] if flags is not None else [])]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        got = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors='replace', timeout=limit)
    except subprocess.TimeoutExpired:
        return {'status': 'timeout', 'out': '', 'cpu': limit}
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {'status': got.returncode, 'out': got.stdout, 'cpu': after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}


def answer(job):
    tool, digest, way, unit, limit, keep = job
    name = hashlib.sha256(json.dumps([way, unit]).encode()).hexdigest()[:24]
    path = os.path.join(keep, digest, name) if keep else None
    if path and os.path.exists(path):
        with open(path) as file:
            return json.load(file)
    got = run(tool, way, unit, limit)
    if path:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path + '.new', 'w') as file:
            json.dump(got, file)
        os.replace(path + '.new', path)
    return got


def units_of(options):
    units = [(os.getcwd(), f, None) for f in options.files]
    if options.programs:
        with open(options.programs) as file:
            for row in csv.DictReader(file, delimiter='\t'):
                if not re.search(options.only, row['name']):
                    continue
                root = os.path.join(options.root, row['repo'].replace('/', '+'))
                folder = os.path.dirname(row['main'])
                beside = sorted(f for f in os.listdir(os.path.join(root, folder)) if f.endswith('.cu'))
                files = {row['main']} | ({os.path.join(folder, f) for f in beside} if options.beside and len(beside) <= 12 else set())
                units += [(root, f, row['parse_flags'].split()) for f in sorted(files)]
    return sorted(set((a, b, tuple(c) if c is not None else None) for a, b, c in units), key=str)


def digest_of(tool):
    with open(tool, 'rb') as file:
        return hashlib.sha256(file.read()).hexdigest()[:16]


def compare(way, unit, old, new, changed):
    if old['status'] != new['status']:
        return f"exit status {old['status']} is now {new['status']}"
    if old['status'] == 'timeout':
        return None
    a, b = parsed(way, old['out']), parsed(way, new['out'])
    if way != 'edits':
        for was, now in zip(texts(a), texts(b)):
            if was != now:
                changed[(was, now)] += 1
        a, b = without_words(a), without_words(b)
    if a == b:
        return None
    if way == 'facts':
        where = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
        return f'{len(a)} facts, {len(b)} now; first difference at {where}:\n    {a[where:where + 1]}\n    {b[where:where + 1]}'
    return 'differ'


def main():
    parser = argparse.ArgumentParser()
    for name in ('old', 'new'):
        parser.add_argument('--' + name, required=True, type=os.path.abspath)
    parser.add_argument('--programs')
    parser.add_argument('--beside', action='store_true')
    parser.add_argument('--ways', default=','.join(WAYS))
    parser.add_argument('--root')
    parser.add_argument('--only', default='.')
    parser.add_argument('--keep')
    parser.add_argument('--limit', type=int, default=120)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--words', action='store_true')
    parser.add_argument('files', nargs='*')
    options = parser.parse_args()
    units = units_of(options)
    jobs = [(tool, digest_of(tool), way, unit, options.limit, options.keep)
            for unit in units for way in options.ways.split(',') for tool in (options.old, options.new)]
    changed, bad, facts = collections.Counter(), 0, 0
    timeouts = collections.Counter()
    cpu = [0.0, 0.0]
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        answers = list(pool.map(answer, jobs))
    for at in range(0, len(jobs), 2):
        way, unit = jobs[at][2], jobs[at][3]
        old, new = answers[at], answers[at + 1]
        cpu[0] += old['cpu']
        cpu[1] += new['cpu']
        facts += len(old['out'].splitlines()) if way == 'facts' else 0
        timeouts.update(['timeouts'] if old['status'] == 'timeout' else [])
        why = compare(way, unit, old, new, changed)
        if why:
            bad += 1
            print(f'{unit[1]}: {way}: {why}')
    if options.words:
        for (was, now), n in changed.most_common():
            print(f'{n:6d}  - {was}\n        + {now}')
    print(f'{len(units)} files, {facts} facts, {len(jobs) // 2 - bad} of {len(jobs) // 2} answers the same but for '
          f'{sum(changed.values())} texts; {timeouts["timeouts"]} ran into the limit; '
          f'processor time {cpu[0]:.1f} s, now {cpu[1]:.1f} s')
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
