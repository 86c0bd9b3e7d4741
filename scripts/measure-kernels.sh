#!/bin/sh
# Measures what lines of CUDA programs cost in shared memory, on a machine with an NVIDIA GPU, as a table.
#
#   scripts/measure-kernels.sh [-o FOLDER] [FILE.cu ...]
#
# FILE.cu: programs with a main, or fixtures with `void launch(const int *in, int *out, int n)`, also of floats or
# without the number; without any, kernels/*.cu.
# FOLDER (build/measured): gets lines.tsv, one row for each launch, source line and kind of access; export/, what
# `smemlint verify --ncu-report` reads of each program; log/, the output of each tool; raw/, the profiler's reports and
# exports.  scripts/keep-records.sh copies it to testdata/.
#
# Needs nvcc, ncu, cuobjdump, nvdisasm (CUDA toolkit, Nsight Compute) and python3, and permission to read the
# GPU's counters.
# Each program is built with nvcc -O2 -lineinfo for this GPU, run once by itself (its exit status tells
# whether its results are right) and once under the profiler.  Exit status: 0 all is measured and as in the
# "// fact:" comments, 1 some differ, 2 something could not be built, run or measured.
set -u

here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.." || exit 2
out=build/measured
while getopts o: option; do
	case $option in
	o) out=$OPTARG ;;
	*) sed -n 's/^# \{0,1\}//; 2,6p' "$0" >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- kernels/*.cu

missing=
for tool in nvcc ncu cuobjdump nvdisasm python3; do
	command -v $tool >/dev/null || missing="$missing $tool"
done
if [ -n "$missing" ]; then
	echo "measure-kernels: not found:$missing" >&2
	exit 2
fi
rm -rf "$out/raw" "$out/log" "$out/export" "$out/lines.tsv"
mkdir -p "$out/raw" "$out/log" "$out/export" || exit 2

{
	printf '# gpu: '; nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null | head -n 1
	printf '# nvcc: '; nvcc --version | sed -n 's/.*release/release/p'
	printf '# ncu: '; ncu --version | sed -n 's/^Version //p'
	printf '# date: '; date -u +%Y-%m-%d
} >"$out/raw/header"
cat "$out/raw/header"

# A fixture gets a main, in place of its own if it has one, that hands it two arrays and a number, prints a hash of the
# results, and, with an argument, how long that many launches take.
main_for() {
	cat <<-END
	template <typename T> void call(void (*f)(const T *, T *), const int *in, int *out) { f((const T *)in, (T *)out); }
	template <typename T> void call(void (*f)(const T *, T *, int), const int *in, int *out) { f((const T *)in, (T *)out, 64); }
	#define main main_of_fixture
	#include "$1"
	#undef main
	#include <stdio.h>
	#include <stdlib.h>
	int main(int argc, char **argv)
	{
		const int n = 1 << 20;
		int *host = (int *)malloc(n * sizeof(int)), *in, *out;
		for (int i = 0; i < n; i++)
			host[i] = (i * 37 + 11) % 64;
		cudaMalloc((void **)&in, n * sizeof(int));
		cudaMalloc((void **)&out, n * sizeof(int));
		cudaMemset(out, 0, n * sizeof(int));
		cudaMemcpy(in, host, n * sizeof(int), cudaMemcpyHostToDevice);
		call(launch, in, out);
		cudaError_t last = cudaGetLastError(), end = cudaDeviceSynchronize();
		printf("%s\n", cudaGetErrorString(last ? last : end));
		cudaMemcpy(host, out, n * sizeof(int), cudaMemcpyDeviceToHost);
		unsigned long long hash = 0xcbf29ce484222325u;
		for (int i = 0; i < n; i++)
			hash = (hash ^ (unsigned)host[i]) * 0x100000001b3u;
		printf("results %016llx\n", hash);
		int times = argc > 1 ? atoi(argv[1]) : 0;
		cudaEvent_t from, to;
		float ms = 0;
		cudaEventCreate(&from);
		cudaEventCreate(&to);
		cudaEventRecord(from);
		for (int i = 0; i < times; i++)
			call(launch, in, out);
		cudaEventRecord(to);
		cudaEventSynchronize(to);
		cudaEventElapsedTime(&ms, from, to);
		if (times)
			printf("microseconds %.3f\n", 1000 * ms / times);
		return last || end;
	}
	END
}

fixture='^void launch(const \(int\|float\) \*in, \(int\|float\) \*out[,)]'

build() {
	source=$1
	if grep -q "$fixture" "$1"; then
		source=$out/raw/$2.main.cu
		main_for "$PWD/$1" >"$source"
	fi
	nvcc -O2 -lineinfo -arch=native -o "$out/raw/$2" "$source" >"$out/log/$2.build" 2>&1
}

name_of() {
	echo "${1%.cu}" | tr / .
}

for file; do
	if grep -q "^int main(\|$fixture" "$file"; then
		build "$file" "$(name_of "$file")" &
	fi
done
wait

# The profiler's numbers for each instruction, and the source lines of each instruction.
take_apart() {
	raw=$out/raw/$1
	ncu --import "$raw.ncu-rep" --page source --print-source sass --csv >"$raw.csv" 2>"$out/log/$1.export"
	ncu --import "$raw.ncu-rep" --page raw --print-kernel-base mangled --csv \
		>"$raw.launches.csv" 2>>"$out/log/$1.export"
	{
		cat "$raw.launches.csv"
		ncu --import "$raw.ncu-rep" --page source --print-source cuda,sass --print-kernel-base mangled --csv
	} >"$raw.lines.csv" 2>>"$out/log/$1.export"
	python3 "$here/shorten-export.py" --root "$PWD=/home/user" "$raw.lines.csv" >"$out/export/$1.csv"
	mkdir -p "$raw.cubin"
	(cd "$raw.cubin" && cuobjdump -xelf all "../$1") >"$out/log/$1.cubin" 2>&1
	for cubin in "$raw".cubin/*.cubin; do
		nvdisasm -gi -c "$cubin"
	done >"$raw.sass" 2>"$out/log/$1.sass"
}

bad=0
problem() {
	echo "measure-kernels: $1" >&2
	bad=2
}
for file; do
	name=$(name_of "$file")
	log=$out/log/$name
	raw=$out/raw/$name
	if [ ! -e "$log.build" ]; then
		echo "$file: nothing to run, left out"
		continue
	elif [ ! -x "$raw" ]; then
		problem "$file: does not build, see $log.build"
		continue
	elif ! timeout 60 "$raw" >"$log.run" 2>&1; then
		problem "$file: fails, see $log.run"
		continue
	fi
	if ! timeout 300 ncu --set none --section SourceCounters --import-source yes --clock-control none \
		--force-overwrite --export "$raw" "$raw" >"$log.ncu" 2>&1; then
		problem "$file: ncu fails, see $log.ncu"
		continue
	fi
	take_apart "$name" &
	echo "$file: measured"
done
wait

python3 "$here/measured_lines.py" "$out" "$@" || [ $bad = 2 ] || bad=1
exit $bad
