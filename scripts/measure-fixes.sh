#!/bin/sh
# Holds fixes against hardware, on a machine with an NVIDIA GPU: each NAME.cu of testdata/fixes and testdata/fixes/traps and
# its NAME.fixed.cu, and its NAME.memory.fixed.cu and NAME.simple.fixed.cu (--prefer) where there are any.
#
#   scripts/measure-fixes.sh [-o FOLDER] [NAME.fixed.cu ...]
#
# FOLDER (build/measured-fixes): gets lines.tsv (see measure-kernels.sh) and pairs.tsv: a row for each pair with the
# wavefronts of the launches before and after, how long a launch takes, and whether the results are the same to the bit.
# Every program is also compiled for sm_75, sm_90 and sm_120.  Exit status: 0 all is as it should be, 1 some results
# differ, 2 something could not be built, run or measured.
set -u

here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.." || exit 2
out=build/measured-fixes
if [ "${1:-}" = -o ]; then
	out=$2
	shift 2
fi
[ $# -gt 0 ] || set -- testdata/fixes/*.fixed.cu testdata/fixes/traps/*.fixed.cu
pairs=$*

origin_of() {
	stem=${1%.fixed.cu}
	stem=${stem%.memory}
	echo "${stem%.simple}.cu"
}

set --
for fixed in $pairs; do
	origin=$(origin_of "$fixed")
	case " $* " in
	*" $origin "*) set -- "$@" "$fixed" ;;
	*) set -- "$@" "$origin" "$fixed" ;;
	esac
done
scripts/measure-kernels.sh -o "$out" "$@" || [ $? = 1 ] || exit 2

bad=0
for file; do
	for arch in 75 90 120; do
		echo "$file $arch $out"
	done
done | xargs -P "$(nproc)" -n 3 sh -c '
	nvcc -arch=sm_$1 -cubin -o "$2/raw/compiled.$1.$(echo "$0" | tr / .)" "$0" >>"$2/log/compiled" 2>&1 ||
		echo "$0 for sm_$1" >>"$2/log/not-compiled"'
if [ -e "$out/log/not-compiled" ]; then
	sed 's/^/measure-fixes: does not compile: /' "$out/log/not-compiled" >&2
	bad=2
fi

name_of() { echo "${1%.cu}" | tr / .; }
results() { sed -n 's/^results //p' "$out/log/$(name_of "$1").run"; }
wavefronts() { awk -F'\t' -v f="$1" '!/^#/ && $7 == f { sum += $13 } END { print sum + 0 }' "$out/lines.tsv"; }
microseconds() { "$out/raw/$(name_of "$1")" 2000 | sed -n 's/^microseconds //p'; }

{
	sed -n '/^#/p' "$out/lines.tsv"
	printf 'fixture\tfixed\twavefronts\tfixed_wavefronts\tmicroseconds\tfixed_microseconds\tsame_results\n'
	for fixed in $pairs; do
		origin=$(origin_of "$fixed")
		same=no
		[ -n "$(results "$fixed")" ] && [ "$(results "$origin")" = "$(results "$fixed")" ] && same=yes
		printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$origin" "$fixed" "$(wavefronts "$origin")" "$(wavefronts "$fixed")" \
			"$(microseconds "$origin")" "$(microseconds "$fixed")" $same
	done
} >"$out/pairs.tsv"
cat "$out/pairs.tsv"
grep -q 'no$' "$out/pairs.tsv" && [ $bad = 0 ] && bad=1
exit $bad
