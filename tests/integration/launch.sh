#!/usr/bin/env bash
# `smemlint launch` in front of programs that stand in for compilers: they are run as if they had been called alone,
# whatever linting comes to.
#   SMEMLINT=build/smemlint SCRATCH=folder launch.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"

start_scratch
example=$PWD/testdata/examples/transpose.cu
bad=$PWD/testdata/bad
export XDG_CACHE_HOME=$SCRATCH/cache
cd "$SCRATCH"
mkdir tools include
cat > tools/nvcc <<'TOOL'
#!/bin/sh
printf '<%s>' "$@" >> called
echo 'the compiler to stdout'
exit ${STATUS:-0}
TOOL
printf '#!/bin/sh\nexec "$@"\n' > tools/ccache
printf '#!/bin/sh\nkill -TERM $$\n' > tools/killed
chmod +x tools/*
PATH=$SCRATCH/tools:$PATH
cp "$example" tile.cu
sed 's/tile\[TILE\]\[TILE\]/tile[TILE][TILE + 1]/' tile.cu > good.cu

# launch STATUS WORDS...: its status must be that; $called has the compiler's arguments, $out and $err what was written
launch() {
	local expected=$1 status=0
	shift
	rm -f called
	"$SMEMLINT" launch --cuda-path none "$@" > out 2> err || status=$?
	out=$(cat out) err=$(cat err) called=
	[ ! -e called ] || called=$(cat called)
	[ $status -eq "$expected" ] || fail "launch $* ended with $status, not $expected: $err"
}
conflict="32-way bank conflict"

# Findings are reported, the compiler gets its arguments as they are, standard output is its own.
launch 0 nvcc -c tile.cu -o 'a file.o' -DX='"a b"' ''
is "$called" '<-c><tile.cu><-o><a file.o><-DX="a b"><>'
is "$out" "the compiler to stdout"
has "$err" "tile.cu:16:24: warning: $conflict"
launch 0 nvcc -c good.cu
is "$err" ""
launch 0 -- ccache nvcc -c tile.cu
has "$err" "$conflict"
is "$called" '<-c><tile.cu>'

# Its end is ours.
STATUS=3 launch 3 nvcc -c tile.cu
launch 143 killed -c tile.cu
launch 127 no-such-compiler -c good.cu
has "$err" "cannot run 'no-such-compiler'"
launch 2
launch 2 --no-such-option nvcc -c tile.cu
is "$called" ""

# As errors, where that is asked for.
launch 1 --fail-build nvcc -c tile.cu
has "$err" "nothing is compiled"
is "$called" ""
launch 0 --fail-build nvcc -c good.cu
is "$called" '<-c><good.cu>'

# Sources in a response file, with what they need; and C++ that is read as CUDA.
cp tile.cu tile.cpp
sed 's/^const int TILE.*/#include "size.h"/' tile.cu > sized.cu
echo '#define TILE 32' > include/size.h
echo '-I include -c sized.cu' > args.rsp
launch 0 nvcc --options-file args.rsp
has "$err" "sized.cu:"
has "$err" "$conflict"
launch 0 nvcc -x cu -c tile.cpp
has "$err" "tile.cpp:16:24: warning: $conflict"

# What compiles no CUDA is none of our business.
mkdir -p CMakeFiles/CMakeScratch/x
cp tile.cu CMakeFiles/CMakeScratch/x/
cp tile.cu CMakeCUDACompilerId.cu
for words in '-c tile.cpp' 'tile.o -o program' '-dlink tile.o -o link.o' '-E tile.cu' '-M tile.cu' '--dryrun -c tile.cu' \
	'--version' '-c CMakeFiles/CMakeScratch/x/tile.cu' 'CMakeCUDACompilerId.cu'; do
	launch 0 nvcc $words
	is "$err" ""
	is "$called" "<${words// /><}>"
done
echo 'int main() { return 0; }' > host.cu
ends_with 0 "$SMEMLINT" --cuda-path none host.cu -- nvcc -c host.cu # this fills the cache; the next run reports something else
has "$output" "there is no kernel in this file"
launch 0 nvcc -c host.cu
is "$err" ""

# Nothing that goes wrong here stops the build, not even where findings would.
echo 'not CUDA at all {{{' > broken.cu
printf 'a\0b' > binary.cu
mkfifo pipe.cu
for file in broken.cu binary.cu pipe.cu no-such-file.cu; do
	launch 0 --fail-build nvcc -c $file
	is "$called" "<-c><$file>"
done
launch 0 --fail-build -p no-such-folder nvcc -c good.cu
has "$err" "no-such-folder"
# A kernel that cannot be analysed hides no finding.
{ cat tile.cu; echo '__global__ void k(float *p) { nothing_of_the_kind(p); }'; } > both.cu
launch 1 --fail-build nvcc -c both.cu
has "$err" "$conflict"
