#!/usr/bin/env python3
"""Joins what measure-ptx.sh collected: FOLDER/raw and FOLDER/ptx -> FOLDER/lines.tsv

A row is a kernel's source line and kind of access, with the wavefronts that a block took on average.  Machine code does
not say from where a function of Triton's own library was called, but the comments of the PTX do: such accesses are put
on the lines of the program that call the function, and lines that share one are one row ("86,87").
"""
import collections
import csv
import math
import os
import re
import sys

from measured_lines import OPS, number, opcode_of, read_launches

COLUMNS = 'ptx kernel block lines op wavefronts ideal'.split()


def is_library(path):
    return 'site-packages/' in path


def read_code(path):
    """{mangled: [(opcode, (file, line))]}, the place being the innermost one."""
    functions = collections.defaultdict(list)
    code = place = None
    chained = False
    for text in open(path, errors='replace'):
        text = text.strip()
        if m := re.match(r'\.text\.(\S+):$', text):
            code, place = functions[m[1]], None
        elif m := re.match(r'//## File "([^"]+)", line (\d+)', text):
            place = place if chained else (os.path.basename(m[1]), int(m[2]))
        elif (m := re.match(r'/\*[0-9a-f]{4,}\*/\s+([^/]*)', text)) and code is not None:
            code.append((opcode_of(m[1]).rstrip(';'), place))
        chained = text.startswith('//##')
    return functions


def read_counts(path):
    """For each launch [(opcode, wavefronts, ideal)], in the order of the code."""
    launches, titles = [], None
    for row in csv.reader(line for line in open(path) if not line.startswith('==')):
        if row and row[0] == 'Kernel Name':
            launches.append([])
            titles = None
        elif row and row[0] == 'Address':
            titles = row
        elif titles and len(row) >= len(titles) - 1:
            at = dict(zip(titles, row))
            launches[-1].append((opcode_of(at['Source']), number(at.get('L1 Wavefronts Shared')),
                                 number(at.get('L1 Wavefronts Shared Ideal'))))
    return launches


def callers(path):
    """{(file, line) of the library: the lines of the program that lead there}."""
    files = dict(re.findall(r'^\s*\.file\s+(\d+)\s+"([^"]*)"', open(path).read(), flags=re.M))
    library = {os.path.basename(f) for f in files.values() if is_library(f)}
    lines = collections.defaultdict(set)
    for text in open(path):
        if '@[' not in text or '//' not in text:
            continue
        chain = [(f, int(n)) for f, n in re.findall(r'(\S+?):(\d+):\d+', text.split('//', 1)[1])]
        user = next((place for place in chain if place[0] not in library), None)
        for place in chain:
            if user and place[0] in library:
                lines[place].add(user)
    return lines


class Groups:
    """Lines that must be looked at together."""

    def __init__(self):
        self.parent = {}

    def find(self, x):
        while self.parent.setdefault(x, x) != x:
            x = self.parent[x]
        return x

    def join(self, x, y):
        self.parent[self.find(x)] = self.find(y)

    def lines(self, x):
        return sorted(y for y in self.parent if self.find(y) == self.find(x))


def rows_of(counts, code, blocks, ptx):
    called_from = callers(ptx)
    groups = Groups()
    sums = collections.defaultdict(lambda: [0, 0])
    for (opcode, wavefronts, ideal), (_, place) in zip(counts, code):
        op = OPS.get(opcode.split('.')[0])
        if not op or not wavefronts or not place:
            continue
        users = sorted(called_from.get(place, [])) or [place]
        for user in users:
            groups.join((op, user), (op, users[0]))
        sums[op, users[0]][0] += wavefronts / blocks
        sums[op, users[0]][1] += ideal / blocks
    rows = collections.defaultdict(lambda: [0, 0])
    for key, (wavefronts, ideal) in sums.items():
        rows[groups.find(key)][0] += wavefronts
        rows[groups.find(key)][1] += ideal
    for key, (wavefronts, ideal) in sorted(rows.items()):
        lines = sorted({line for _, (_, line) in groups.lines(key)})
        yield ','.join(map(str, lines)), key[0], '%g' % round(wavefronts, 3), '%g' % round(ideal, 3)


def main():
    folder = sys.argv[1]
    raw = os.path.join(folder, 'raw')
    codes = {n[:-5]: read_code(os.path.join(raw, n)) for n in sorted(os.listdir(raw)) if n.endswith('.sass')}
    rows, lost = [], []
    launches = read_launches(os.path.join(raw, 'launches.csv'))
    for (mangled, grid, block), counts in zip(launches, read_counts(os.path.join(raw, 'code.csv'))):
        name = next((n for n, functions in codes.items()
                     if [c[0] for c in functions.get(mangled, [])][:len(counts)] == [c[0] for c in counts]), None)
        if not name:
            lost.append(mangled)
            continue
        ptx = os.path.join(folder, 'ptx', name + '.ptx')
        code = codes.pop(name)[mangled]
        for row in rows_of(counts, code, math.prod(map(int, grid.split('x'))), ptx):
            rows.append((name + '.ptx', mangled, block, *row))
    with open(os.path.join(folder, 'lines.tsv'), 'w') as out:
        out.write(open(os.path.join(raw, 'header')).read())
        out.write('\t'.join(COLUMNS) + '\n')
        for row in rows:
            out.write('\t'.join(row) + '\n')
    print('%d rows of %d kernels' % (len(rows), len({r[0] for r in rows})))
    for mangled in lost:
        print('%s: the code that ran is not among what was compiled' % mangled)


if __name__ == '__main__':
    main()
