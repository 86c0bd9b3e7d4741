#!/usr/bin/env bash
# Files that crash, hang or take all memory cost themselves and nothing else: what others have is reported, outputs are whole.
#   SMEMLINT=build/smemlint SCRATCH=folder limits.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"
need python3 mkfifo timeout

start_scratch
repository=$PWD
example=$PWD/testdata/examples/transpose.cu
export HOME=$SCRATCH/home XDG_CACHE_HOME=$SCRATCH/cache XDG_CONFIG_HOME=$SCRATCH/config
mkdir -p "$HOME" "$SCRATCH/project/.git"
cd "$SCRATCH/project"
lint() { timeout 50 "$SMEMLINT" --no-cache --cuda-path none "$@"; }
cp "$example" good.cu
is_whole() { # FILE: JSON
	python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$1" || fail "damaged: $1"
}

# --- a NUL byte, wherever it is -----------------------------------------------------------------------
python3 - <<'PY'
text = open('good.cu', 'rb').read()
long = text + b'//' + b'x' * 5000 + b'\n'
open('nul.cu', 'wb').write(long + b'__global__ void k(float *p) { __shared__ float s[32]; s[0\0] = 1; p[0] = s[0]; }\n')
open('nul.ptx', 'wb').write(b'.version 8.0\n.target sm_90\n' + b'//' + b'x' * 5000 + b'\n\0\n')
PY
for options in "" "-j1" "-j2"; do
	ends_with 3 lint $options good.cu nul.cu nul.ptx
	has "$output" "good.cu:16:24: warning: 32-way"
	has "$output" "has a NUL byte: this is not a text file"
done
ends_with 3 lint nul.cu

# --- a file without end, a crash ----------------------------------------------------------------------
mkfifo pipe
echo '#include "pipe"' | cat - good.cu > waits.cu
for format in text json sarif github junit; do
	ends_with 3 lint --timeout 1 --format $format waits.cu good.cu
	has "$output" "it takes longer than 1 s (--timeout)"
	has "$output" "32-way bank conflict"
done
ends_with 3 "$SMEMLINT" facts --no-cache --cuda-path none --timeout 1 -j1 waits.cu good.cu
has "$output" "it takes longer than 1 s (--timeout)"
has "$output" '"wavefronts"'
exported=$repository/testdata/verify/deep.csv
ends_with 3 timeout 50 "$SMEMLINT" map --cuda-path none --timeout 1 waits.cu:17
has "$output" "waits.cu:1:1: warning: not analysed: it takes longer than 1 s (--timeout)"
ends_with 3 timeout 50 "$SMEMLINT" verify --cuda-path none --timeout 1 --ncu-report "$exported" waits.cu
has "$output" "waits.cu: error: not analysed: it takes longer than 1 s (--timeout)"
output=$(timeout 50 "$SMEMLINT" verify --cuda-path none --timeout 1 --ncu-report "$exported" waits.cu good.cu 2>&1) || true
has "$output" "waits.cu: error: not analysed: it takes longer than 1 s (--timeout)"
has "$output" "no predicted access was measured"
crash() { # OPTIONS: the worker that waits gets a signal
	local pid status=0 worker=
	"$SMEMLINT" --no-cache --cuda-path none "$@" > crashed.out 2> crashed.err &
	pid=$!
	for _ in $(seq 200); do
		worker=$(cat /proc/$pid/task/$pid/children 2>/dev/null | cut -d' ' -f1)
		[ -z "$worker" ] || [ "$(ls /proc/$worker/task | wc -l)" = 1 ] || break # it parses
		sleep 0.05
	done
	sleep 0.2
	kill -SEGV "$worker" 2>/dev/null || true
	wait $pid || status=$?
	is $status 3
	has "$(cat crashed.out crashed.err)" "smemlint crashed on it"
}
for options in "" "-j1 good.cu" "--fix good.cu" "-j1 --format sarif good.cu" "-j1 --format json good.cu"; do
	cp "$example" good.cu
	crash waits.cu $options
	case $options in *sarif*|*json*) is_whole crashed.out; has "$(cat crashed.out)" 32-way ;; esac
done
cp "$example" good.cu

# --- a signal: what was there stays, and nothing goes on ----------------------------------------------
echo '{"old": true}' > out.sarif
"$SMEMLINT" --no-cache --cuda-path none --output sarif:out.sarif -j1 waits.cu good.cu > signal.out 2>&1 &
pid=$!
sleep 1
worker=$(cut -d' ' -f1 /proc/$pid/task/$pid/children)
# it only reads: it has no sockets, and cannot write to files (tests/test_confine.c)
if python3 -c 'import ctypes, sys; sys.exit(ctypes.CDLL(None).syscall(444, None, 0, 1) < 1)'; then
	has "$(cat /proc/$worker/status)" $'Seccomp:\t2'
fi
kill -TERM $pid
status=0
wait $pid || status=$?
is $status 143
is_whole out.sarif
sleep 0.2
[ ! -e "/proc/$worker" ] || ! grep -q "^State:.[RS]" "/proc/$worker/status" || fail "a worker goes on"
lint --timeout 1 --output sarif:out.sarif --output json:out.json waits.cu good.cu || true
is_whole out.sarif
is_whole out.json
has "$(cat out.sarif)" "it takes longer than 1 s"
ends_with 2 lint --output sarif:/dev/full good.cu
ends_with 2 bash -c "\"$SMEMLINT\" --no-cache --cuda-path none --format sarif good.cu > /dev/full"

# --- devices and pipes in place of files --------------------------------------------------------------
echo '#include "/dev/zero"' | cat - good.cu > zero.cu
ends_with 3 lint --timeout 2 --memory-limit 1 zero.cu good.cu
has "$output" "zero.cu:1:1: warning: not analysed: " # for its time, its memory, or what libclang says without memory
ends_with 2 lint pipe good.cu
has "$output" "pipe: error: not a regular file"
for what in pipe /dev/zero; do
	ln -sf $what .smemlint.yaml
	ends_with 2 lint good.cu
	has "$output" "not a regular file"
	rm .smemlint.yaml
	ln -sf $what words.rsp
	ends_with 1 lint good.cu -- nvcc @words.rsp
	has "$output" "words.rsp"
	rm words.rsp
	mkdir -p build/meson-info
	echo "[{\"directory\": \"$PWD\", \"file\": \"good.cu\", \"command\": \"nvcc -c good.cu\"}]" > build/compile_commands.json
	ln -sf "$PWD/pipe" build/CMakeCache.txt
	ln -sf "$PWD/pipe" build/meson-info/meson-info.json
	ends_with 1 lint -p build good.cu
	rm -r build
done
"$SMEMLINT" --cuda-path none --cache-dir cache good.cu > /dev/null || true
find cache -type f -path 'cache/??/*' -exec sh -c 'rm "$1"; mkfifo "$1"' - {} \;
ends_with 1 timeout 50 "$SMEMLINT" --cuda-path none --cache-dir cache good.cu

# --- much of everything: done in time, or said to be left ---------------------------------------------
python3 - <<'PY'
import json
def write(name, text):
    open(name, 'w').write(text)
launch = 'void launch(float *p) { k<<<1, 32>>>(%sp); }\n'
use = 'p[0] = t[threadIdx.x][0]; }\n' + launch
start = '__global__ void k(%sfloat *p) { __shared__ float t[32][32]; '
n = 3000
write('parameters.cu', start % ''.join(f'int a{i}, ' for i in range(n)) + f't[0][a{n - 1}] = 1; ' + use % ''.join(f'{i}, ' for i in range(n)))
records = 'struct S0 { int a[2]; };\n' + ''.join(f'struct S{i} {{ S{i - 1} a[2]; }};\n' for i in range(1, 24))
write('nested.cu', records + start % '' + 'S23 s = {}; t[0][1] = s' + '.a[1]' * 24 + '; ' + use % '')
numbers = ','.join(str(i % 32) for i in range(1000000))
write('table.cu', f'__constant__ int table[1000000] = {{{numbers}}};\n' + start % '' + 't[table[threadIdx.x]][0] = 1; ' + use % '')
macros = '#define A0 t[threadIdx.x][1] += 1;\n' + ''.join(f'#define A{i} A{i - 1} A{i - 1}\n' for i in range(1, 15))
write('macros.cu', macros + start % '' + 'A14 ' + use % '')
words = ['nvcc', *(f'-Id{i}' for i in range(200000)), '-c', 'good.cu']
json.dump([{'directory': '.', 'file': 'good.cu', 'arguments': words}], open('folders.json', 'w'))
PY
mkdir folders && mv folders.json folders/compile_commands.json
for file in parameters.cu nested.cu table.cu macros.cu "-p folders good.cu"; do
	status=0
	output=$(lint --timeout 3 --memory-limit 1 $file 2>&1) || status=$?
	case $status in
	1) has "$output" "-way" ;;
	3) has "$output" "not analysed" ;;
	*) fail "$file ended with $status: $output" ;;
	esac
done
