#!/usr/bin/env bash
# The documents: their links lead somewhere, their lines are short, and build/smemlint prints what they show.
set -euo pipefail
. "$(dirname "$0")/common.sh"
need python3

start_scratch
cp -r testdata/examples testdata/fixes "$SCRATCH"
mkdir -p "$SCRATCH/build" "$SCRATCH/testdata"
mv "$SCRATCH/examples" "$SCRATCH/fixes" "$SCRATCH/testdata"
ln -s "$(realpath "$SMEMLINT")" "$SCRATCH/build/smemlint"
XDG_CACHE_HOME="$SCRATCH/cache" LC_ALL=C.UTF-8 python3 -B tests/integration/documents.py "$SCRATCH" \
	README.md CONTRIBUTING.md CHANGELOG.md $(find docs -name '*.md' | sort) || fail "see above"
