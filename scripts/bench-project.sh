#!/usr/bin/env bash
# Times smemlint on a project of 40 .cu files that read the CUDA headers, against clang-tidy-22 with one check on the same
# compile_commands.json, both on two processors.  Prints seconds and ratios:
#
#   cold      nothing is cached; clang-tidy by its own parallel driver
#   changed   once more after one file has changed
#   single    one file with precompiled headers, against clang-22 -fsyntax-only
#
# Needs clang-tidy-22 (Debian package clang-tidy-22, clang-tools-22), clang-22 and a CUDA toolkit (CUDA=/path, default: /usr/local/cuda).
# SMEMLINT=PROGRAM: what is timed (default: build/smemlint); RUNS=N: each, the median counts (default: 3).
set -euo pipefail
cd "$(dirname "$0")/.."

smemlint=$(realpath "${SMEMLINT:-build/smemlint}")
cuda=${CUDA:-/usr/local/cuda}
runs=${RUNS:-3}
[ -x "$smemlint" ] || { echo "bench-project: build $smemlint first (or set SMEMLINT)" >&2; exit 1; }
for tool in run-clang-tidy-22 clang++-22; do
	command -v "$tool" >/dev/null || { echo "bench-project: there is no $tool" >&2; exit 1; }
done
[ -f "$cuda/include/cuda_runtime.h" ] || { echo "bench-project: there is no toolkit at $cuda (set CUDA)" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Sources of ours that both compilers take, as often as it needs for 40, each in a folder of its own.
command_for() {
	printf 'clang++-22 -x cuda --cuda-path=%s --cuda-gpu-arch=sm_90 -std=c++17 -I%s -Wno-unknown-cuda-version -c %s' "$cuda" "$PWD/kernels" "$1"
}
cp kernels/harness.h "$work/" 2>/dev/null || true
files=()
for source in kernels/*.cu testdata/facts/*.cu; do
	[ ${#files[@]} -lt 40 ] || break
	$(command_for "$source" | sed 's/ -c / -fsyntax-only --cuda-device-only /') 2>/dev/null || continue
	folder=$work/src/$(printf '%02d' ${#files[@]})
	mkdir -p "$folder"
	cp "$source" "$folder/"
	touch -d '1 hour ago' "$folder/$(basename "$source")"
	files+=("$folder/$(basename "$source")")
done
{
	echo '['
	for i in "${!files[@]}"; do
		[ "$i" = 0 ] || echo ','
		printf '{"directory": "%s", "file": "%s", "command": "%s"}' "$work" "${files[$i]}" "$(command_for "${files[$i]}")"
	done
	echo ']'
} >"$work/compile_commands.json"
echo "${#files[@]} files"

# Seconds that a command takes, whatever its exit status.
seconds() {
	local begin end
	begin=$(date +%s.%N)
	"$@" >/dev/null 2>&1 || true
	end=$(date +%s.%N)
	echo "$end - $begin" | bc
}
median() { sort -n | sed -n "$(((runs + 1) / 2))p"; }
tidy() { run-clang-tidy-22 -quiet -j 2 -p "$work" -checks='-*,bugprone-suspicious-semicolon' '.*'; }
lint() { "$smemlint" -j 2 --cache-dir "$work/cache" -p "$work" "${files[@]}"; }
cold() { rm -rf "$work/cache"; lint; }
change() { echo "// $RANDOM" >>"${files[7]}"; touch -d '1 minute ago' "${files[7]}"; }
changed() { lint; }
single() { "$smemlint" --cache-dir "$work/cache" -p "$work" "${files[7]}"; }
syntax() { $(command_for "${files[7]}" | sed 's/ -c / -fsyntax-only /'); }

for ((run = 0; run < runs; run++)); do
	seconds tidy >>"$work/tidy"
	seconds cold >>"$work/cold"
	change
	seconds changed >>"$work/changed"
	change
	seconds single >>"$work/single"
	seconds syntax >>"$work/syntax"
done
row() { printf '%-32s %8.2f s   %s\n' "$1" "$2" "${3:-}"; }
ratio() { printf '%.3f x %s' "$(echo "scale=5; $1 / $2" | bc)" "$3"; }
t=$(median <"$work/tidy") c=$(median <"$work/cold") d=$(median <"$work/changed") s=$(median <"$work/single") y=$(median <"$work/syntax")
row 'clang-tidy-22, one check, -j 2' "$t"
row 'smemlint -j 2, cold' "$c" "$(ratio "$c" "$t" clang-tidy)"
row 'smemlint -j 2, one file changed' "$d" "$(ratio "$d" "$t" clang-tidy)"
row 'clang++-22 -fsyntax-only' "$y"
row 'smemlint, that file, warm' "$s" "$(ratio "$s" "$y" 'clang -fsyntax-only')"
