#!/usr/bin/env bash
# Trials of hostile input and failing machines, as a table: kind, count, failures, how to run it again.
#   scripts/trials.sh [sources=10000] [inputs=1000] [kills=200] [failures=all] [messages=20000]
# sources: damaged programs to the analysis; inputs: to each of the other readers of tests/fuzz/targets.c; kills: of each of a
# lint, two outputs, a cache write and a fix, at system calls all along it; failures: of memory, files and system calls, steps of each
# of these; messages: damaged ones to the editor server.  0 leaves a kind out.
# Sources, inputs and messages are for a build with AddressSanitizer and UndefinedBehaviorSanitizer (build/dev), kills and
# failures, whose steps are thousands, for build/smemlint.  It takes strace.  Problems are printed; the status is 1 if there are any.
set -euo pipefail
cd "$(dirname "$0")/.."
sources=10000 inputs=1000 kills=200 failures=all messages=20000
for setting in "$@"; do
	case $setting in
	sources=*|inputs=*|kills=*|failures=*|messages=*) declare "$setting" ;;
	*) sed -n '2,8s/^# \?//p' "$0" >&2; exit 2 ;;
	esac
done
dev=build/dev release=build log=build/trials
mkdir -p $log
build() { # PRESET TARGET...
	cmake --preset "$1" > $log/build.log 2>&1 && cmake --build --preset "$1" --target "${@:2}" >> $log/build.log 2>&1 ||
		{ tail -20 $log/build.log >&2; exit 2; }
}
build dev smemlint replay
build release smemlint faults

rows=() any=0
row() { # KIND COUNT FAILURES AGAIN
	rows+=("| $1 | $2 | $3 | \`scripts/trials.sh ${*:4}\` |")
	[ "$3" = 0 ] || any=1
}

# Damaged inputs of TARGET from FILES, about COUNT in all: one process, in which the first failure is the last input.
replay() { # TARGET COUNT FILES...
	local target=$1 each=$((($2 + $# - 3) / ($# - 2))) status=0
	SMEMLINT_FUZZ_RUNS=$each $dev/tests/replay "$target" "${@:3}" > "$log/$target" 2>&1 || status=$?
	[ $status = 0 ] || tail -60 "$log/$target" >&2
	n=$(sed -n "s/^$target .* \([0-9]*\) inputs$/\1/p" "$log/$target")
	failed=$((status > 0))
}

if [ "$sources" != 0 ]; then
	mapfile -t files < <(find tests/fuzz/corpus/program testdata/facts testdata/rules testdata/fixes testdata/bad -name '*.cu' -size -3k |
		sort)
	replay program "$sources" "${files[@]}"
	row "damaged sources" "${n:-?}" $failed "sources=$sources"
fi
if [ "$inputs" != 0 ]; then
	for target in $(ls tests/fuzz/corpus); do
		[ "$target" != program ] || continue
		mapfile -t files < <(find "tests/fuzz/corpus/$target" -type f | sort)
		replay "$target" "$inputs" "${files[@]}"
		row "damaged inputs: $target" "${n:-?}" $failed "inputs=$inputs"
	done
fi

# Runs that fail or are killed somewhere: the last line of faults.py is "N runs, M with a problem".
faults() { # KIND WAY COUNT AGAIN
	local runs=() scenario
	[ "$3" = all ] || runs=("--runs=$3")
	for scenario in lint output cache fix; do
		SMEMLINT=$release/smemlint FAULTS=$PWD/$release/tests/libfaults.so SCRATCH=$log/scratch python3 -B tests/integration/faults.py \
			"--by=$2" "${runs[@]}" $scenario > "$log/$2-$scenario" 2>&1 || tail -40 "$log/$2-$scenario" >&2
		read -r n _ failed _ <<< "$(grep ' runs, ' "$log/$2-$scenario")"
		row "$1 ($scenario)" "${n:-?}" "${failed:-?}" "$4"
	done
}
[ "$kills" = 0 ] || faults "kills" kill "$kills" "kills=$kills"
if [ "$failures" != 0 ]; then
	faults "failing memory and files" preload "$failures" "failures=$failures"
	faults "failing system calls" strace "$failures" "failures=$failures"
fi
if [ "$messages" != 0 ]; then
	SMEMLINT=$dev/smemlint python3 -B tests/lsp/mutated.py "$messages" > $log/messages 2>&1 || tail -60 $log/messages >&2
	read -r n _ _ _ _ failed _ <<< "$(grep ' messages to ' $log/messages)"
	row "damaged messages to the editor server" "${n:-?}" "${failed:-?}" "messages=$messages"
fi

printf '| trial | count | failures | again |\n|---|---|---|---|\n'
printf '%s\n' "${rows[@]}"
exit $any
