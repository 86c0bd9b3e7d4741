#!/usr/bin/env python3
"""Compares the cost of each line in a run on the processor (build/tests/cpu_lines) with a GPU's counters.

  cpu_compare.py LINES.tsv PROGRAM SOURCE... [-a ARGUMENT...] [-- FLAG...]

PROGRAM is the program's name in LINES.tsv.  Compared is wavefronts / ideal.  Where that differs, and the two do not have as
many warp instructions for each ideal wavefront, nvcc merged, dropped or moved some of the line's accesses ("compiled
otherwise").  CPU_SECONDS: how long the program may take."""
import collections
import os
import subprocess
import sys

TOOL = os.environ.get('CPU_LINES', 'build/tests/cpu_lines')


def measured(path, program):
    rows = {}
    names = None
    for text in open(path):
        if text.startswith('#'):
            continue
        cells = text.rstrip('\n').split('\t')
        if names is None:
            names = cells
            continue
        row = dict(zip(names, cells))
        if row.get('program', row.get('case')) == program:
            kernel = row.get('mangled') or row['kernel']
            key = kernel, row['block'].replace('x', ','), row['file'], int(row['line']), row['op']
            rows.setdefault(key, []).append((int(row['warp_instructions']), int(row['wavefronts']),
                                             int(row.get('ideal', row.get('wavefronts_ideal')))))
    return {key: tuple(map(sum, zip(*each))) for key, each in rows.items()}


def ran(arguments):
    done = subprocess.run([TOOL] + arguments, capture_output=True, text=True)
    rows = collections.defaultdict(lambda: [0, 0, 0])
    launched = set()
    for text in done.stdout.splitlines():
        cells = text.split('\t')
        if cells[0] == 'line':
            row = rows[cells[1], cells[2], cells[3], int(cells[4]), cells[5]]
            for i in range(3):
                row[i] += int(cells[7 + i])
        elif cells[0] == 'launch':
            launched.add((cells[1], cells[2]))
        else:
            print('   ', text)
    return rows, launched, done.stderr.strip()


def main():
    lines, program, arguments = sys.argv[1], sys.argv[2], sys.argv[3:]
    want = measured(lines, program)
    got, launched, failed = ran(arguments)
    if failed:
        print(f'{program}: {failed}')
    got = {(k, b, os.path.relpath(f), n, op): tuple(row) for (k, b, f, n, op), row in got.items()}
    count = collections.Counter()
    for key in sorted(set(want) | set(got), key=lambda k: (k[2], k[3], k)):
        w, g = want.get(key), got.get(key)
        if (key[0], key[1]) not in launched:
            verdict = 'not launched'
        elif g is None or w is None:
            verdict = 'only measured' if g is None else 'only ran'
        elif abs(w[1] * g[2] - g[1] * w[2]) <= 0.02 * w[1] * g[2]:
            verdict = 'same'
        elif w[0] * g[2] != g[0] * w[2]:
            verdict = 'compiled otherwise'
        else:
            verdict = 'DIFFERS'
        count[verdict] += 1
        if verdict != 'same':
            print(f'    {verdict}: {key[2]}:{key[3]} {key[4]} {key[0]} {key[1]} measured {w} ran {g}')
    print(program, dict(count))


main()
