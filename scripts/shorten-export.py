#!/usr/bin/env python3
"""Shortens what Nsight Compute exports (docs/verify.md) to what smemlint reads of it, for records that are kept.

  shorten-export.py [--root FOLDER=NAME] EXPORT.csv >SHORT.csv

Of the launches: kernel, block, grid and device.  Of the lines: those that have wavefronts in shared memory, with the
instructions that do.  --root writes NAME for a folder that paths begin with.
"""
import argparse
import csv
import io
import sys

LAUNCH = ['ID', 'Kernel Name', 'Block Size', 'Grid Size', 'device__attribute_display_name']
LINE = ['Line No', 'Source', 'Address', 'Source', 'Instructions Executed', 'L1 Wavefronts Shared',
        'L1 Wavefronts Shared Ideal']


def places(titles, wanted):
    at = []
    for title in wanted:
        at.append(next(i for i, t in enumerate(titles) if t == title and i not in at))
    return at


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--root', default='=')
    parser.add_argument('export')
    options = parser.parse_args()
    root, name = options.root.split('=', 1)
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator='\n')
    columns = counted = None
    with open(options.export, newline='') as file:
        for row in csv.reader(line for line in file if not line.startswith('==')):
            if not row:
                continue
            if row[0] in ('File Path', 'Function Name'):
                writer.writerow([row[0], name + row[1][len(root):] if root and row[1].startswith(root) else row[1]])
                continue
            if row[0] in ('ID', 'Line No'):
                columns = places(row, LAUNCH if row[0] == 'ID' else LINE)
                counted = columns[-2] if row[0] == 'Line No' else None
            elif counted is not None and row[counted] in ('', '-', '0'):
                continue
            writer.writerow([row[i] for i in columns])
    sys.stdout.write(out.getvalue())


if __name__ == '__main__':
    main()
