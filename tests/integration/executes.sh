#!/usr/bin/env bash
# What each command executes, writes and connects to, from its system calls, is what the table in SECURITY.md says.
#   SMEMLINT=build/smemlint SCRATCH=folder executes.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"
need strace git python3
strace -qq -o /dev/null true 2>/dev/null || skip "strace may not trace here"

start_scratch
security=$PWD/SECURITY.md
example=$PWD/testdata/examples/transpose.cu
completed=$PWD/testdata/codegen/completed.cu
recorded=$PWD/testdata/codegen/library.cuobjdump
commands=$(sed -n 's/^COMMAND([A-Z]*, "\([a-z]*\)",.*/\1/p' analyzer/options/commands.def)
exported=$PWD/testdata/verify/deep.csv
export HOME=$SCRATCH/home XDG_CACHE_HOME=$SCRATCH/cache XDG_CONFIG_HOME=$SCRATCH/config TMPDIR=$SCRATCH/tmp
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null ASAN_OPTIONS=detect_leaks=0
export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@test.invalid GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@test.invalid
unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE
mkdir -p "$HOME" "$TMPDIR" "$SCRATCH/project" "$SCRATCH/bin"
cd "$SCRATCH/project"
cp "$example" tile.cu
cp "$example" known.cu
git init -q && git add . && git commit -q -m start
# Flags that would load plugins or ask the machine, in a database that nobody has read.
flags='-arch=native -Xcompiler -march=native -fplugin=./evil.so -Xclang -load -Xclang ./evil.so -ccbin ./evil --offload-arch=native'
echo "[{\"directory\": \"$PWD\", \"file\": \"tile.cu\", \"command\": \"nvcc $flags -c tile.cu\"}]" > compile_commands.json
printf '#!/bin/sh\nexit 1\n' > "$SCRATCH/bin/nvcc"
chmod +x "$SCRATCH/bin/nvcc"
ln -s /bin/true "$SCRATCH/bin/cuobjdump"
cat "$example" - > program.cu <<'CU'
int main()
{
	float *in, *out;
	cudaMalloc(&in, 32 * 32 * sizeof *in);
	cudaMalloc(&out, 32 * 32 * sizeof *out);
	launch_transpose(out, in, 32, 32);
	return cudaDeviceSynchronize();
}
CU
cp "$SCRATCH/bin/nvcc" evil
cp "$SCRATCH/bin/nvcc" evil.so
PATH=$SCRATCH/bin:$PATH

# The row of a command in the table: | `command` | reads | writes | executes |; the words of a column in backticks.
column() { # COMMAND NUMBER
	python3 - "$security" "$1" "$2" <<'PY'
import re, sys
for line in open(sys.argv[1], encoding='utf-8'):
    cells = [cell.strip() for cell in line.strip().strip('|').split('|')]
    if len(cells) == 4 and cells[0] == f'`{sys.argv[2]}`':
        print(' '.join(sorted(re.findall('`([^`]+)`', cells[int(sys.argv[3])]))))
        sys.exit()
sys.exit(f'SECURITY.md has no row for {sys.argv[2]}')
PY
}

traced() { # "COMMAND OF THE TABLE" ARGUMENTS...
	local name=$1 network=${network:-}
	shift
	rm -rf "$XDG_CACHE_HOME"
	strace -f -qq -o "$SCRATCH/trace" -e trace=execve,execveat,open,openat,creat,rename,renameat,renameat2,linkat,unlink,mkdir,mkdirat,socket \
		"$SMEMLINT" "$@" > "$SCRATCH/out" 2>&1 < "${input:-/dev/null}" || true
	python3 - "$SCRATCH" "$PWD" > "$SCRATCH/did" <<'PY'
import re, sys
scratch, project = sys.argv[1:]
wrote, ran, other = set(), set(), set()
places = {scratch + '/cache': 'cache', scratch + '/tmp': 'temporary', project: 'project'}
first = True
for line in open(scratch + '/trace', errors='replace'):
    if re.search(r'= -1 E|ENOENT', line):
        continue
    if 'exec' in line.split('(')[0]:
        if not first:
            ran.add(re.search(r'"([^"]*)"', line).group(1).split('/')[-1].removesuffix('-22'))
        first = False
    elif 'socket(' in line and 'AF_UNIX' not in line:
        other.add('network')
    elif 'evil.so' in line:
        other.add('plugin')
    elif re.search(r'O_WRONLY|O_RDWR|creat|rename|linkat|unlink|mkdir', line):
        for path in re.findall(r'"([^"]*)"', line):
            if path.startswith(('/dev/', '/proc/')) or path == '':
                continue
            full = path if path.startswith('/') else project + '/' + path
            known = [word for folder, word in places.items() if full == folder or full.startswith(folder + '/')]
            wrote.add(known[0] if known else path)
print(' '.join(sorted(ran)))
print(' '.join(sorted(wrote)))
print(' '.join(sorted(other)))
PY
	is "$name executes: $(sed -n 1p "$SCRATCH/did")" "$name executes: $(column "$name" 3)"
	is "$name writes: $(sed -n 2p "$SCRATCH/did")" "$name writes: $(column "$name" 2)"
	is "$name: $(sed -n 3p "$SCRATCH/did")" "$name: $network"
}

traced "smemlint" --cuda-path none tile.cu
traced "smemlint" --cuda-path none
has "$(cat "$SCRATCH/out")" "32-way"
traced "smemlint --no-cache" --cuda-path none --no-cache tile.cu
traced "smemlint --output" --cuda-path none --no-cache --output sarif:out.sarif tile.cu
traced "smemlint --since" --cuda-path none --since HEAD tile.cu
traced "smemlint facts" facts --cuda-path none tile.cu
traced "smemlint merge" merge out.sarif
# Nobody listens there; a build without hiredis refuses the address.
if "$SMEMLINT" --remote-cache=redis://127.0.0.1:1 --cuda-path none -q tile.cu > /dev/null 2>&1 || [ $? != 2 ]; then
	network=network traced "smemlint --remote-cache" --remote-cache=redis://127.0.0.1:1 --cuda-path none tile.cu
fi
traced "smemlint --write-baseline" --cuda-path none --write-baseline known.json tile.cu
traced "smemlint --export-fixes" --cuda-path none --export-fixes fixes.yaml tile.cu
traced "smemlint map FILE" map --cuda-path none tile.cu
traced "smemlint map" map --cuda-path none tile.cu:16
traced "smemlint banks" banks --decl 'float t[32][32]' --expr 't[threadIdx.x][0]'
printf 'Content-Length: 58\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}' > "$SCRATCH/lsp"
printf 'Content-Length: 44\r\n\r\n{"jsonrpc":"2.0","id":2,"method":"shutdown"}' >> "$SCRATCH/lsp"
input=$SCRATCH/lsp traced "smemlint lsp" lsp
traced "smemlint --codegen" --cuda-path none --codegen tile.cu
has_not "$(cat "$SCRATCH/trace")" '/evil"'
printf '\177ELF\2\1\1\0' > tile.o
traced "smemlint OBJECT" --cuda-path none tile.o
has "$(cat "$SCRATCH/out")" "it has no PTX of a kernel"
cp "$recorded" "$SCRATCH/recorded"
printf '#!/bin/sh\ncase $2 in -ptx) while IFS= read -r line; do echo "$line"; done < "%s" ;; *) echo _Z9completedPfPKfi > "$TMPDIR/a.cubin" ;; esac\n' \
	"$SCRATCH/recorded" > "$SCRATCH/bin/tool"
chmod +x "$SCRATCH/bin/tool"
mv "$SCRATCH/bin/tool" "$SCRATCH/bin/cuobjdump"
ln -s /bin/true "$SCRATCH/bin/nvdisasm"
mkdir -p testdata/codegen && cp "$completed" testdata/codegen && touch tile.o
traced "smemlint --codegen=OBJECT" --cuda-path none --codegen=tile.o testdata/codegen/completed.cu
has "$(cat "$SCRATCH/out")" "completed.cu:10:31: warning: 32-way"
rm -r testdata
traced "smemlint launch" launch --cuda-path none nvcc -c tile.cu
traced "smemlint verify --ncu-report" verify --cuda-path none --ncu-report "$exported" tile.cu
traced "smemlint --fix" --cuda-path none --fix tile.cu
has "$(cat "$SCRATCH/out")" "fixed"
traced "smemlint --add-nolint" --cuda-path none --add-nolint known.cu
has "$(cat known.cu)" NOLINT
# The program is built and run, if there is clang 22.
if output=$("$SMEMLINT" verify --cuda-path none --with cpu program.cu 2>&1); then
	traced "smemlint verify --with cpu" verify --cuda-path none --with cpu program.cu
fi

# Every command is in the table.
for command in $commands; do
	grep -q "^| .smemlint $command[ \`]" "$security" || fail "SECURITY.md has no row for $command"
done
