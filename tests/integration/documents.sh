#!/usr/bin/env bash
# The documents: their links lead somewhere, their lines are short, and smemlint prints what they show.
set -euo pipefail
. "$(dirname "$0")/common.sh"
need python3 git

start_scratch
mkdir -p "$SCRATCH/project/build" "$SCRATCH/project/testdata"
cp -r testdata/examples testdata/fixes "$SCRATCH/project/testdata"
cp testdata/examples/*.cu "$SCRATCH/project"
ln -s "$(realpath "$SMEMLINT")" "$SCRATCH/project/build/smemlint"
# What the documents show of a compile command and of a configuration with mistakes.
mkdir -p "$SCRATCH/project/app/build" "$SCRATCH/project/app/include" "$SCRATCH/project/src"
cp testdata/examples/transpose.cu "$SCRATCH/project/app/tile.cu"
echo '[{"directory": ".", "file": "../tile.cu", "command": "nvcc -arch=sm_80 --what -I../include -c ../tile.cu"}]' \
	> "$SCRATCH/project/app/build/compile_commands.json"
printf 'checks: "*"\nseverity:\n  smem-bank-conflict-*: eror\nmni-ways: 4\n' > "$SCRATCH/project/src/.smemlint.yaml"
git -C "$SCRATCH/project" init -q -b main
git -C "$SCRATCH/project" add '*.cu'
git -C "$SCRATCH/project" -c user.name=test -c user.email=test@example.org commit -qm start
XDG_CACHE_HOME="$SCRATCH/cache" LC_ALL=C.UTF-8 python3 -B tests/integration/documents.py "$SCRATCH/project" \
	README.md CONTRIBUTING.md CHANGELOG.md \
	$(find docs testdata editors -name '*.md' -not -path '*/node_modules/*' | sort) || fail "see above"
