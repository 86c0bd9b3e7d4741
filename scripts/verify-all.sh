#!/bin/sh
# The whole validation stage by one command, on a machine with an NVIDIA GPU: builds smemlint, measures kernels/, compares
# the prediction for each line with the counters, the clock and a run on the processor, and copies the results to testdata/.
#
#   scripts/verify-all.sh [-n] [-m] [-o FOLDER]
#
# -n: copies nothing.  -m: FOLDER was measured before, here or elsewhere (scripts/measure-kernels.sh); no GPU is needed.
# FOLDER: build/measured.  SMEMLINT: a smemlint that is built.
# Exit status: 0 nothing is refuted, 1 something is, 2 something could not be run.
set -u

cd "$(dirname "$0")/.." || exit 2
records=yes measured= out=build/measured
while getopts nmo: option; do
	case $option in
	n) records= ;;
	m) measured=yes ;;
	o) out=$OPTARG ;;
	*) sed -n 's/^# \{0,1\}//; 2,9p' "$0" >&2; exit 2 ;;
	esac
done
status=0

# Merges a stage's exit status.
worse() {
	[ "$1" -le $status ] || status=$1
}

if [ -z "${SMEMLINT:-}" ]; then
	echo "== building smemlint"
	mkdir -p "$out" || exit 2
	if ! { cmake --preset release && cmake --build build --target smemlint; } >"$out/build.txt" 2>&1; then
		grep -A 5 'FAILED\|CMake Error' "$out/build.txt" >&2
		echo "verify-all: smemlint does not build, see $out/build.txt" >&2
		exit 2
	fi
	SMEMLINT=build/smemlint
fi

if [ -z "$measured" ]; then
	echo "== measuring, in $out"
	scripts/measure-kernels.sh -o "$out" || worse $?
	[ $status -lt 2 ] || exit 2
fi

# The last two lines are the sums.
stage() {
	name=$1
	shift
	"$SMEMLINT" verify "$@" >"$out/$name.txt" 2>"$out/$name.err"
	ended=$?
	worse $ended
	if [ $ended = 0 ]; then
		echo "$name: $(tail -n 2 "$out/$name.txt" | head -n 1)"
	else
		echo "$name: exit status $ended; $out/$name.txt, $(tail -n 1 "$out/$name.err")"
	fi
}

echo "== compared with the counters"
for file in kernels/*.cu; do
	name=${file#kernels/}
	stage "ncu.${name%.cu}" --ncu-report "$out/export/kernels.${name%.cu}.csv" "$file"
done
if [ -z "$measured" ]; then
	echo "== compared with the clock"
	stage timing --with=timing --times "$out/times.tsv" kernels/*.cu testdata/facts/*.cu
fi
echo "== compared with a run on the processor"
stage cpu --with=cpu kernels/*.cu

if [ -n "$records" ] && [ $status = 0 ]; then
	echo "== copying to testdata/"
	scripts/keep-records.sh "$out" || worse 2
elif [ -n "$records" ]; then
	echo "== nothing is copied to testdata/"
fi
exit $status
