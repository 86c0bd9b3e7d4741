#!/usr/bin/env bash
# Times `smemlint facts` as a whole process, the median of several runs:
#   - on a kernel file of about 300 lines without CUDA headers (the bundled declarations);
#   - where a CUDA toolkit and clang are installed, on the same file with the toolkit's headers, and
#     clang -fsyntax-only with the same flags for comparison.
set -euo pipefail
cd "$(dirname "$0")/.."

smemlint=${SMEMLINT:-build/smemlint}
runs=${RUNS:-15}
file=testdata/bench/lines300.cu
clang=$(command -v clang-22 || command -v clang-19 || true)
cuda=${CUDA_PATH:-/usr/local/cuda}

[ -x "$smemlint" ] || { echo "bench: build $smemlint first (or set SMEMLINT)" >&2; exit 1; }

# Median milliseconds of "$@"; its exit status does not count.
median_ms() {
	local i start end
	for ((i = 0; i < runs; i++)); do
		start=$(date +%s%N)
		"$@" >/dev/null 2>&1 || true
		end=$(date +%s%N)
		echo $(((end - start) / 1000))
	done | sort -n | awk '{ v[NR] = $1 } END { printf "%.1f\n", v[int((NR + 1) / 2)] / 1000 }'
}

echo "$file: $(wc -l <"$file") lines, median of $runs runs"
printf 'smemlint facts, without a toolkit      %8s ms\n' "$(median_ms "$smemlint" facts --no-cache --cuda-path none "$file")"

if [ -z "$clang" ] || [ ! -d "$cuda/include" ]; then
	echo "no clang or no CUDA toolkit ($cuda): the comparison with the toolkit's headers is left out"
	exit 0
fi
ours=$(median_ms "$smemlint" facts --no-cache --cuda-path "$cuda" --arch sm_90 "$file")
theirs=$(median_ms "$clang" -fsyntax-only -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 \
	--cuda-path="$cuda" -Xclang -target-sdk-version=13.0 "$file")
printf 'smemlint facts, with %-17s %8s ms\n' "$cuda" "$ours"
printf '%-38s %8s ms\n' "$(basename "$clang") -fsyntax-only, device side" "$theirs"
awk -v a="$ours" -v b="$theirs" 'BEGIN { printf "ratio %38.2f\n", a / b }'
