#!/usr/bin/env bash
# A repository that nobody has read: its file names, configurations and compile commands make smemlint run or overwrite nothing.
#   SMEMLINT=build/smemlint SCRATCH=folder hostile.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"
need git

start_scratch
example=$PWD/testdata/examples/transpose.cu
export HOME=$SCRATCH/home XDG_CACHE_HOME=$SCRATCH/cache XDG_CONFIG_HOME=$SCRATCH/config
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
mkdir -p "$HOME" "$SCRATCH/project"
cd "$SCRATCH/project"
marker=$SCRATCH/executed
lint() { "$SMEMLINT" --no-cache --cuda-path none "$@"; }
evil() { # FILE: a program that leaves a mark
	printf '#!/bin/sh\ntouch "%s"\nexit 1\n' "$marker" > "./$1"
	chmod +x -- "./$1"
}
nothing_ran() { [ ! -e "$marker" ] || fail "executed: $*"; }

# --- names that are options elsewhere ---------------------------------------------------------------
mkdir -- '--codegen=.' '--output=json:.'
evil '--codegen=./evil.cu'
cp "$example" ./--output=json:./victim.cu
cp "$example" plain.cu
cp "$example" ./-fplugin=x.cu
echo precious > victim.cu
ends_with 2 lint */*.cu
has "$output" "'--codegen=./evil.cu' is an option, and also a file here"
has "$output" "./--codegen=./evil.cu"
ends_with 1 lint plain.cu -- -DX # no file is named --
touch -- --
ends_with 2 lint plain.cu -- -DX
has "$output" "'--' is an option, and also a file here"
rm -- --
ends_with 1 lint --end-of-options '--output=json:./victim.cu' -fplugin=x.cu
has "$output" "./--output=json:./victim.cu:16:24: warning"
has "$output" "./-fplugin=x.cu:16:24: warning"
printf -- '--output=json:./victim.cu\0-fplugin=x.cu\0two\nlines.cu\0' > names
cp "$example" $'two\nlines.cu'
status=0
output=$(lint --files-from=-0 < names 2>&1) || status=$?
is $status 1
has "$output" "./-fplugin=x.cu:16:24: warning"
printf -- '-fplugin=x.cu\r\nplain.cu' > names
ends_with 1 lint --files-from names
has "$output" "./-fplugin=x.cu:16:24: warning"
has "$output" "plain.cu:16:24: warning"
: > names
ends_with 0 lint --files-from names
ends_with 2 lint --files-from nowhere
printf 'plain.cu\0' > names
ends_with 2 lint --files-from names
has "$output" "--files-from=-0"
is "$(cat victim.cu)" precious
# found by smemlint itself: what includes a header, what a database names
echo '__device__ float zero() { return 0; }' > part.cuh
echo '#include "part.cuh"' | cat - "$example" > ./-fplugin=y.cu
ends_with 0 lint part.cuh
has "$output" "analysed through ./-fplugin=y.cu"
echo "[{\"directory\": \"$PWD\", \"file\": \"-fplugin=x.cu\", \"command\": \"nvcc -c ./-fplugin=x.cu\"}]" > compile_commands.json
ends_with 1 lint
has "$output" "./-fplugin=x.cu:16:24: warning"
nothing_ran "by a name"
rm -r -- ./-* compile_commands.json
