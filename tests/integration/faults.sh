#!/usr/bin/env bash
# Memory that is refused and files that cannot be read or written, at steps all along a lint, a fix and a cache write.  All steps
# are scripts/trials.sh's.
#   SMEMLINT=build/smemlint BUILD=build SCRATCH=folder faults.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"
need python3
export FAULTS=$BUILD/tests/libfaults.so
[ -e "$FAULTS" ] || skip "there is no $FAULTS"

start_scratch
SCRATCH=$(realpath "$SCRATCH")
python3 -B tests/integration/faults.py --runs=25
