#!/usr/bin/env bash
# The steps of action.yml, run with the smemlint of the build: statuses, annotations, the SARIF file.
#   SMEMLINT=build/smemlint SCRATCH=folder action_steps.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"
need python3 xargs curl xz
python3 -c 'import yaml' 2>/dev/null || skip "there is no python3-yaml here"

start_scratch
export SERVER=file://$SCRATCH/server
run=(python3 -B "$PWD/tests/integration/action_run.py" "$PWD/action.yml" version=path)
example=$PWD/testdata/examples/transpose.cu
PATH=$(dirname "$SMEMLINT"):$PATH
cd "$SCRATCH"
mkdir -p .git src/deep "src/with blank" ok # where the repository begins
cp "$example" src/deep/tile.cu
cp "$example" "src/with blank/tile.cu"
sed 's/tile\[TILE\]\[TILE\]/tile[TILE][TILE + 1]/' "$example" > ok/padded.cu

ends_with 1 "${run[@]}" 'files=src/**/*.cu' 'args=--cuda-path none'
has "$output" "::warning file=src/deep/tile.cu,line=16,"
has "$output" "::warning file=src/with blank/tile.cu,line=16,"
has "$output" "output status=1"
has "$output" "output sarif-file=smemlint.sarif"
has "$(cat smemlint.sarif)" '"smem-bank-conflict-load"'
rm smemlint.sarif

ends_with 0 "${run[@]}" 'files=src/**/*.cu' 'args=--cuda-path none' fail=false sarif-file= annotations=false
has "$output" "src/deep/tile.cu:16:24: warning: 32-way bank conflict"
has_not "$output" "::warning"
has "$output" "output status=1"
[ ! -e smemlint.sarif ] || fail "a SARIF file that was not asked for"

ends_with 0 "${run[@]}" "files=ok/padded.cu
" "args=--cuda-path none --assume 'width == 1024'"
has "$output" "output status=0"
ends_with 2 "${run[@]}" files=none/*.cu
has "$output" "no file fits"
ends_with 2 "${run[@]}" files=none.cu fail=false

# names that are options elsewhere are names here
mkdir -- '--codegen=.' '--output=json:.'
printf '#!/bin/sh\ntouch "%s/executed"\n' "$PWD" > ./--codegen=./evil.cu
chmod +x -- './--codegen=./evil.cu'
cp "$example" ./--output=json:./victim.cu
echo precious > victim.cu
for pattern in '**/*.cu' '*/*.cu' '--codegen=./evil.cu'; do
	ends_with 3 "${run[@]}" "files=$pattern" 'args=--cuda-path none' # a shell's script is no CUDA
	[ ! -e executed ] || fail "a file's name was an option: $pattern"
	is "$(cat victim.cu)" precious
done
rm -r -- '--codegen=.' '--output=json:.' victim.cu

# every CUDA file of a database
mkdir build
echo "[{\"directory\": \"$PWD\", \"file\": \"src/deep/tile.cu\", \"command\": \"nvcc -c src/deep/tile.cu -o tile.o\"}]" \
	> build/compile_commands.json
ends_with 1 "${run[@]}" build=build 'args=--cuda-path none'
has "$output" "::warning file=src/deep/tile.cu,line=16,"
has_not "$output" "blank"

# The archive of a release, that of the action's own version if none is named; its checksum must be right.
release=$SCRATCH/server/OWNER/smemlint/releases/download/v$("$SMEMLINT" --version | cut -d' ' -f2)
make_release "$release"
PATH=${PATH#*:}
for version in '' "${release##*/v}"; do
	ends_with 1 "${run[@]}" version="$version" files=src/deep/tile.cu 'args=--cuda-path none'
	has "$output" "from the release"
	has "$output" "::warning file=src/deep/tile.cu,line=16,"
done
ends_with 37 "${run[@]}" version=9.9.9 files=src/deep/tile.cu
sed -i 's,^........,00000000,' "$release/SHA256SUMS"
ends_with 1 "${run[@]}" version= files=src/deep/tile.cu
has_not "$output" "from the release"
