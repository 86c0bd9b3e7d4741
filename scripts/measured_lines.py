#!/usr/bin/env python3
"""Joins what measure-kernels.sh collected: FOLDER/raw -> FOLDER/lines.tsv, and compares it with the sources.

  measured_lines.py FOLDER FILE.cu ...

For each program raw/ has the profiler's numbers for each instruction (NAME.csv), the launches in their
order (NAME.launches.csv), and the disassembly with the source lines of each instruction (NAME.sass).  An
instruction that was inlined from a header outside the repository stands at the line of the repository that
called it.

Every "// fact: OP WAVEFRONTS/IDEAL ..." comment must agree with what was measured on its line, for each
launch, per block.  Where nvcc generates other accesses for a line, "// measured: OP WAVEFRONTS/IDEAL" behind
it gives them.  `*` fits everything; a bound, or what depends on data, must not be exceeded; what is not exact may be
measured as a multiple (loops of n iterations).
"""
import collections
import csv
import math
import os
import re
import sys

OPS = {'LDS': 'load', 'STS': 'store', 'ATOMS': 'atomic', 'LDSM': 'ldmatrix', 'STSM': 'stmatrix',
       'LDGSTS': 'cp_async', 'LD': 'load', 'ST': 'store', 'ATOM': 'atomic', 'RED': 'atomic'}
WIDTHS = {'U8': 1, 'S8': 1, 'U16': 2, 'S16': 2, '16': 2, '64': 8, '128': 16}
COLUMNS = ('program launch kernel mangled grid block file line op bytes sass_sites warp_instructions '
           'wavefronts ideal').split()


def name_of(path):
    return re.sub(r'\.cu$', '', path).replace('/', '.')


def opcode_of(source):
    words = source.split()
    return words[1] if words[0].startswith('@') else words[0]


def bytes_of(opcode):
    parts = opcode.split('.')
    if parts[0] in ('LDSM', 'STSM'):
        return 16
    return next((WIDTHS[p] for p in parts[1:] if p in WIDTHS), 4)


def read_sass(path, root):
    """{mangled: {offset: (file, line)}}: the innermost place that lies in the repository."""
    functions = collections.defaultdict(dict)
    function = place = None
    chain = []
    in_chain = False
    for text in open(path, errors='replace'):
        text = text.strip()
        if m := re.match(r'\.text\.(\S+):$', text):
            function, place, chain = functions[m[1]], None, []
        elif m := re.match(r'//## File "([^"]+)", line (\d+)', text):
            chain = chain + [(m[1], int(m[2]))] if in_chain else [(m[1], int(m[2]))]
            inside = [(os.path.relpath(os.path.realpath(f), root), n) for f, n in chain]
            place = next((p for p in inside if not p[0].startswith('..')), None)
        elif (m := re.match(r'/\*([0-9a-f]{4,})\*/', text)) and function is not None:
            function[int(m[1], 16)] = place
        in_chain = text.startswith('//##')
    return functions


def read_launches(path):
    """[(mangled, grid, block)], the blocks as "32x8x1"."""
    rows = list(csv.reader(line for line in open(path) if not line.startswith('==')))
    at = {title: i for i, title in enumerate(rows[0])}
    shape = lambda text: re.sub(r'[() ]', '', text).replace(',', 'x')
    return [(r[at['Kernel Name']], shape(r[at['Grid Size']]), shape(r[at['Block Size']]))
            for r in rows[1:] if r[at['ID']]]


def read_instructions(path, n_launches):
    """For each launch its kernel's name and [{column: text}] in the order of the code."""
    blocks = []
    titles = None
    for row in csv.reader(line for line in open(path) if not line.startswith('==')):
        if row and row[0] == 'Kernel Name':
            blocks.append((row[1], []))
            titles = None
        elif row and row[0] == 'Address':
            titles = row
        elif titles and len(row) >= len(titles) - 1:
            blocks[-1][1].append(dict(zip(titles, row)))
    times = len(blocks) // n_launches if n_launches else 0
    if not times or len(blocks) != times * n_launches:
        raise ValueError('%d kernels in the source page, %d launches' % (len(blocks), n_launches))
    return blocks[::times]


def number(text):
    return int(float(text.replace(',', ''))) if text and text != '-' else 0


def measure(raw, path, root):
    """The rows of one program."""
    name = os.path.join(raw, name_of(path))
    functions = read_sass(name + '.sass', root)
    launches = read_launches(name + '.launches.csv')
    rows = []
    for i, (kernel, code) in enumerate(read_instructions(name + '.csv', len(launches))):
        mangled, grid, block = launches[i]
        lines = functions.get(mangled)
        if lines is None:
            raise ValueError('no code of %s' % mangled)
        sums = {}
        start = int(code[0]['Address'], 16)
        for instruction in code:
            opcode = opcode_of(instruction['Source'])
            op = OPS.get(opcode.split('.')[0])
            executed = number(instruction.get('Instructions Executed'))
            wavefronts = number(instruction.get('L1 Wavefronts Shared'))
            if not op or not wavefronts:
                continue
            place = lines.get(int(instruction['Address'], 16) - start) or ('?', 0)
            total = sums.setdefault((place, op, bytes_of(opcode)), [0, 0, 0, 0])
            ideal = number(instruction.get('L1 Wavefronts Shared Ideal'))
            for k, more in enumerate((1, executed, wavefronts, ideal)):
                total[k] += more
        for ((file, line), op, size), total in sorted(sums.items()):
            rows.append([name_of(path), i + 1, kernel, mangled, grid, block, file, line, op, size] + total)
    return rows


# --- the comments of the sources ---------------------------------------------------------------------------------


def read_claims(path):
    """{(line, op): [(wavefronts, ideal, words)]}; wavefronts None: whatever they are."""
    claims = collections.defaultdict(list)
    for n, text in enumerate(open(path), 1):
        m = re.search(r'// measured: (.*)', text) or re.search(r'// fact: (.*)', text)
        if not m and '// expect:' in text:
            for op in OPS.values():
                claims[n, op] = [(None, None, ())]
        for item in m[1].split(' // ')[0].split(' | ') if m else []:
            words = item.split('(')[0].split()
            cost = re.match(r'(\d+)/(\d+)$', words[1])
            costs = (int(cost[1]), int(cost[2])) if cost else (None, None)
            claims[n, words[0]].append((*costs, words[2:]))
    return claims


def fits(claim, wavefronts, ideal, block):
    claimed, claimed_ideal, words = claim
    if 'block' in words:
        sizes = re.split('[,x]', words[words.index('block') + 1])
        if (sizes + ['1', '1'])[:3] != block.split('x'):
            return False
    if claimed is None or (claimed, claimed_ideal) == (wavefronts, ideal):
        return True
    if 'bound' in words or 'data-dependent' in words:
        return wavefronts <= claimed
    return 'exact' not in words and claimed * ideal == claimed_ideal * wavefronts and ideal > claimed_ideal


def compare(path, rows):
    """The number of the file's lines whose comments contradict the measurement."""
    claims = read_claims(path)
    sums = collections.defaultdict(lambda: [0, 0])
    blocks = {}
    for _, launch, kernel, _, grid, block, file, line, op, _, _, _, wavefronts, ideal in rows:
        if file == path:
            key = (line, op, launch)
            blocks[key] = (kernel, block, math.prod(map(int, grid.split('x'))))
            sums[key][0] += wavefronts
            sums[key][1] += ideal
    bad = 0
    seen = set()
    for (line, op, launch), (wavefronts, ideal) in sorted(sums.items()):
        kernel, block, count = blocks[line, op, launch]
        seen.add((line, op))
        wavefronts, ideal = wavefronts / count, ideal / count
        if claims and not any(fits(c, wavefronts, ideal, block) for c in claims[line, op]):
            expected = ', '.join('%s/%s %s' % (w, i, ' '.join(words)) for w, i, words in claims[line, op])
            print('%s:%d: %s: measured %s %g/%g, the comment has %s' %
                  (path, line, kernel, op, wavefronts, ideal, expected or 'nothing'))
            bad += 1
    for line, op in sorted(set(claims) - seen):
        if any(claimed for claimed, _, _ in claims[line, op]):
            print('%s:%d: %s: no such access was executed' % (path, line, op))
    return bad


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder, files = sys.argv[1], [os.path.normpath(f) for f in sys.argv[2:]]
    raw = os.path.join(folder, 'raw')
    root = os.path.realpath('.')
    failed = bad = lines = 0
    with open(os.path.join(folder, 'lines.tsv'), 'w') as out:
        out.write(open(os.path.join(raw, 'header')).read())
        out.write('\t'.join(COLUMNS) + '\n')
        for path in files:
            if not os.path.exists(os.path.join(raw, name_of(path) + '.csv')):
                continue
            try:
                rows = measure(raw, path, root)
            except (OSError, ValueError, KeyError, IndexError) as problem:
                print('%s: %s: %s' % (path, type(problem).__name__, problem))
                failed += 1
                continue
            for row in rows:
                out.write('\t'.join(map(str, row)) + '\n')
            lines += len(rows)
            bad += compare(path, rows)
    print('%d measured lines, %d differ from the comments, %d programs could not be read' %
          (lines, bad, failed))
    sys.exit(2 if failed else 1 if bad else 0)


if __name__ == '__main__':
    main()
