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

# --- what --codegen starts --------------------------------------------------------------------------
mkdir tools
evil tools/nvcc
evil tools/g++
database() { # COMMAND FILE
	printf '[{"directory": "%s", "file": "plain.cu", "command": "%s -c plain.cu"}]' "$PWD" "$1" > compile_commands.json
}
database "./tools/nvcc"
ends_with 2 lint --codegen plain.cu
has "$output" "'./tools/nvcc' of the compile command is not run"
has "$output" "plain.cu:16:24: warning"
nothing_ran "the compiler of a database"
mkdir -p "$XDG_CONFIG_HOME/smemlint"
echo "compilers: [$PWD/tools/*]" > .smemlint.yaml
ends_with 2 lint --codegen plain.cu
has "$output" "'compilers' counts in your own configuration only"
nothing_ran "a compiler that the project's configuration allows"
mv .smemlint.yaml "$XDG_CONFIG_HOME/smemlint/config.yaml"
echo "codegen: auto" > .smemlint.yaml
ends_with 2 lint plain.cu
has "$output" "'codegen' counts in your own configuration only"
nothing_ran "a compiler that the project's configuration asks for"
cat .smemlint.yaml >> "$XDG_CONFIG_HOME/smemlint/config.yaml"
rm .smemlint.yaml
ends_with 3 lint plain.cu
[ -e "$marker" ] || fail "the user's own configuration asks for compiled code, and no compiler was run"
rm "$marker"
sed -i '/^codegen:/d' "$XDG_CONFIG_HOME/smemlint/config.yaml"
ends_with 3 lint --codegen plain.cu
[ -e "$marker" ] || fail "a compiler that the user allows was not run"
rm "$marker" "$XDG_CONFIG_HOME/smemlint/config.yaml"
# an nvcc that writes down what it is given
mkdir "$SCRATCH/bin"
printf '#!/bin/sh\nprintf "%%s\\n" "$*" >> "%s/words"\n' "$SCRATCH" > "$SCRATCH/bin/nvcc"
chmod +x "$SCRATCH/bin/nvcc"
echo "-ccbin $PWD/tools/g++ -DY=2" > words.rsp
mkdir g++ && evil g++/g++
before=$PATH
PATH=$SCRATCH/bin:$PATH
database "nvcc -O3 -DX=1 -Iinclude -ccbin ./tools/g++ -Xcompiler -fplugin=./evil.so -Xcompiler -Wall,-O2 -fplugin=./evil.so \
--compiler-bindir=tools/g++ -Xptxas -v,-o,evil -Xcompiler -B. -specs=evil --options-file words.rsp -o plain.o -ccbin g++"
ends_with 3 lint --codegen plain.cu
has "$output" "not passed to nvcc, since they may run programs or write files: -ccbin ./tools/g++ -Xcompiler -fplugin=./evil.so \
-fplugin=./evil.so --compiler-bindir=tools/g++ -Xptxas -v,-o,evil -Xcompiler -B. -specs=evil -ccbin $PWD/tools/g++"
words=$(grep -e -ptx "$SCRATCH/words")
has "$words" "-O3 -DX=1 -Iinclude -Xcompiler -Wall,-O2 -DY=2"
for word in evil tools -B. -specs; do has_not "$words" "$word"; done
! command -v g++ >/dev/null || has "$words" "-ccbin /"
rm "$SCRATCH/words"
ends_with 3 lint --codegen plain.cu -- -ccbin ./tools/g++
has "$(cat "$SCRATCH/words")" "-ccbin ./tools/g++"
nothing_ran "by a flag of a database"
rm -r compile_commands.json tools g++ words.rsp
PATH=$before

# --- what --since makes git start -------------------------------------------------------------------
export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@test.invalid GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@test.invalid
unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE
git init -q && git add . && git commit -q -m start
evil evil.sh
echo '*.cu filter=evil diff=evil' > .gitattributes
git config core.fsmonitor "$PWD/evil.sh"
git config core.hooksPath "$PWD/hooks"
git config core.pager "$PWD/evil.sh"
git config diff.external "$PWD/evil.sh"
git config diff.evil.command "$PWD/evil.sh"
git config diff.evil.textconv "$PWD/evil.sh"
git config filter.evil.clean "$PWD/evil.sh"
git config filter.evil.required true
git config filter.a=b.process "$PWD/evil.sh"
mkdir hooks && evil hooks/post-index-change
rm -f "$marker"
touch -d '2 days ago' plain.cu
ends_with 0 lint --since HEAD plain.cu
sed -i 's/width/breadth/g' plain.cu
ends_with 1 lint --since HEAD plain.cu
nothing_ran "by git's configuration"
rm -rf .git .gitattributes hooks evil.sh

# --- names that would be commands to a terminal or to GitHub ---------------------------------------
rm -rf -- * && mkdir -p deep
bad=$'deep/new\nline::error file=x::evil.cu' worse=$'deep/esc\e[31m.cu'
cp "$example" "$bad"
cp "$example" "$worse"
for options in "" "--format json" "--format sarif" "--format github" "--format gitlab" "--format junit" "--format checkstyle" \
	"--format rdjson" "--format html" "--diff" "--fix" "--print-command"; do
	for name in "$bad" "$worse"; do
		output=$(lint $options "$name" 2>&1) || true
		has_not "$output" $'\e'
		has_not "$output" $'\nline::error'
	done
	[ "$options" != --fix ] || { cp "$example" "$bad"; cp "$example" "$worse"; }
done
: > $'deep/empty\n::error::x.cu'
output=$("$SMEMLINT" facts --no-cache --cuda-path none $'deep/empty\n::error::x.cu' $'deep/none\n::error::x.cu' 2>&1) || true
has_not "$output" $'\n::error'
has "$output" '\n::error::x.cu: error: No such file'

# --- a fix, and other names of the file -------------------------------------------------------------
cp "$example" linked.cu
ln linked.cu deep/other.cu
ends_with 2 lint --fix linked.cu
has "$output" "hard links"
cmp linked.cu "$example"

# what a fix leaves that is killed between two system calls goes with the next one
cp "$example" killed.cu
echo half > killed.cu.smemlint-new
ends_with 0 lint --fix killed.cu
[ ! -e killed.cu.smemlint-new ] || fail "killed.cu.smemlint-new stays"
is "$(grep -c '\[33\]\|TILE + 1' killed.cu)" 1

# --- addresses that no integer holds; a database in the root ---------------------------------------
cat > far.cu <<'CU'
__global__ void far(float *p)
{
	__shared__ float t[32];
	t[(long long)threadIdx.x << 60] = 1;
	p[0] = t[(long long)threadIdx.x * 0x1000000000000000ll] + t[threadIdx.x * 0x7fffffffffffffffll];
}
void launch(float *p) { far<<<1, 32>>>(p); }
CU
output=$(lint far.cu 2>&1) || true
has_not "$output" crashed
echo "[{\"directory\": \"/\", \"file\": \"$PWD/linked.cu\", \"command\": \"nvcc -c $PWD/linked.cu\"}]" > compile_commands.json
ends_with 1 lint linked.cu
has_not "$output" "does not exist"
has_not "$output" "working-directory"
