#!/usr/bin/env bash
# The README's picture of a terminal is what the program prints today.
set -euo pipefail
. "$(dirname "$0")/common.sh"
need python3
start_scratch
python3 -B scripts/record-terminal.py "$SMEMLINT" "$SCRATCH/terminal.svg"
cmp "$SCRATCH/terminal.svg" docs/images/terminal.svg || fail "scripts/record-terminal.py build/smemlint docs/images/terminal.svg records it anew"
[ "$(wc -c <docs/images/terminal.svg)" -lt 40960 ] || fail "the picture is larger than 40 KiB"
python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' docs/images/terminal.svg
