#!/usr/bin/env python3
"""Shortens what Nsight Compute exports (docs/users/verify.md) to what smemlint reads of it, for records that are kept.

  shorten-export.py [--root FOLDER=NAME] EXPORT.csv >SHORT.csv

Of the launches: kernel, block, grid and device.  Of the lines: those that have wavefronts in shared memory, with the
instructions that do.  --root writes NAME for a folder that paths begin with.
"""
import argparse

LAUNCH = ['ID', 'Kernel Name', 'Block Size', 'Grid Size', 'device__attribute_display_name', 'memory_l1_wavefronts_shared']
LINE = ['Line No', 'Source', 'Address', 'Source', 'Instructions Executed', 'L1 Wavefronts Shared',
        'L1 Wavefronts Shared Ideal']


def places(titles, wanted):
    """The columns by their titles; without those of shared memory, which a kernel that does not use it lacks."""
    at = []
    for title in wanted:
        at += [i for i, t in enumerate(titles) if t == title and i not in at][:1]
    return at


def fields(line, columns):
    """The profiler does not escape what stands in a source line."""
    row = line.rstrip('\r\n')[1:].removesuffix('"').split('","')
    more = len(row) - columns if columns else 0
    return row[:1] + ['","'.join(row[1:2 + more])] + row[2 + more:] if more > 0 else row


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--root', default='=')
    parser.add_argument('export')
    options = parser.parse_args()
    root, name = options.root.split('=', 1)
    columns = counted = None
    width = 0
    is_counted = True
    held = None  # a source line, until an instruction of it is kept
    for line in open(options.export, errors='replace', newline='\n'):  # a source line may end with a carriage return
        if line.startswith('==') or not line.strip():
            continue
        row = fields(line, width)
        if row[0] in ('File Path', 'Function Name'):
            width = 0
            text = row[1].rstrip('"')
            print('"%s","%s"' % (row[0], name + text[len(root):] if root and text.startswith(root) else text))
            continue
        if row[0] in ('ID', 'Line No'):
            row = fields(line, 0)
            width = len(row)
            columns = places(row, LAUNCH if row[0] == 'ID' else LINE)
            is_counted = row[0] == 'ID' or len(columns) == len(LINE)
            counted = columns[-2] if row[0] == 'Line No' else None
        elif not is_counted:
            continue
        elif counted is not None and not row[0] and row[counted] in ('', '-', '0'):
            continue
        elif counted is not None and row[0]:
            held = row
            continue
        if counted is not None and not row[0] and held:
            print(','.join('"%s"' % held[i] for i in columns))
            held = None
        print(','.join('"%s"' % row[i] for i in columns))


if __name__ == '__main__':
    main()
