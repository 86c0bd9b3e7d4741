#!/usr/bin/env python3
"""Compares what smemlint says of kernels/probes/cute.cu with what an H200 counted (testdata/measured/h200_cute.tsv).

  check-cute.py --cutlass DIR [--tool build/smemlint]

DIR is a checkout of CUTLASS 4.  For each kernel and kind of access the wavefronts over the ideal are compared.  Exit status 1:
a number that is said exactly is wrong, or an access is missing or unknown.
"""
import argparse
import collections
import csv
import json
import os
import subprocess
import sys

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')


def measured():
    with open(os.path.join(HERE, 'testdata/measured/h200_cute.tsv')) as lines:
        for row in csv.DictReader((line for line in lines if line[0] != '#'), delimiter='\t'):
            yield row['kernel'], row['op'], int(row['wavefronts']), int(row['ideal'])


def said(options):
    flags = ['-std=c++17', '--expt-relaxed-constexpr', '-I' + os.path.join(options.cutlass, 'include')]
    command = [options.tool, 'facts', os.path.join(HERE, 'kernels/probes/cute.cu'), '--'] + flags
    output = subprocess.run(command, capture_output=True, text=True).stdout
    sums = collections.defaultdict(lambda: [0, 0, set()])
    for fact in map(json.loads, output.splitlines()):
        entry = sums[fact['mangled'], fact['op']]
        entry[0] += fact['wavefronts']
        entry[1] += fact['ideal']
        entry[2].add(fact['certainty'])
    return sums


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('--cutlass', required=True)
    parser.add_argument('--tool', default=os.path.join(HERE, 'build/smemlint'))
    options = parser.parse_args()
    sums, counts = said(options), collections.Counter()
    for kernel, op, wavefronts, ideal in measured():
        have = sums.get((kernel, op), (0, 0, {'missing'}))
        same = have[1] and have[0] * ideal == wavefronts * have[1]
        verdict = 'same' if same else 'a bound' if have[2] == {'bound'} and have[0] * ideal > wavefronts * have[1] else 'WRONG'
        counts[verdict] += 1
        if verdict != 'same':
            print(f'{verdict}: {kernel}: {op}: {wavefronts}/{ideal} measured, {have[0]}/{have[1]} said ({", ".join(sorted(have[2]))})')
    print(', '.join(f'{n} {verdict}' for verdict, n in counts.items()))
    return 1 if counts['WRONG'] else 0


if __name__ == '__main__':
    sys.exit(main())
