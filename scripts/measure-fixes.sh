#!/bin/sh
# Holds fixes against hardware, on a machine with an NVIDIA GPU: each testdata/fixes/NAME.cu and its NAME.fixed.cu.
#
#   scripts/measure-fixes.sh [-o FOLDER]
#
# FOLDER (build/measured-fixes): gets lines.tsv (see measure-kernels.sh) and pairs.tsv: a row for each pair with the
# wavefronts of the launches before and after, how long a launch takes, and whether the results are the same to the bit.
# Every program is also compiled for sm_75, sm_90 and sm_120.  Exit status: 0 all is as it should be, 1 some results
# differ, 2 something could not be built, run or measured.
set -u

here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.." || exit 2
out=build/measured-fixes
[ "${1:-}" = -o ] && out=$2
set --
for fixed in testdata/fixes/*.fixed.cu; do
	set -- "$@" "${fixed%.fixed.cu}.cu" "$fixed"
done
scripts/measure-kernels.sh -o "$out" "$@" || [ $? = 1 ] || exit 2

bad=0
for file; do
	for arch in 75 90 120; do
		nvcc -arch=sm_$arch -cubin -o "$out/raw/compiled.$arch" "$file" >>"$out/log/compiled" 2>&1 || {
			echo "measure-fixes: $file does not compile for sm_$arch" >&2
			touch "$out/log/not-compiled"
		} &
	done
	wait
done
[ -e "$out/log/not-compiled" ] && bad=2

name_of() { echo "${1%.cu}" | tr / .; }
results() { sed -n 's/^results //p' "$out/log/$(name_of "$1").run"; }
wavefronts() { awk -F'\t' -v f="$1" '!/^#/ && $7 == f { sum += $13 } END { print sum + 0 }' "$out/lines.tsv"; }
microseconds() { "$out/raw/$(name_of "$1")" 2000 | sed -n 's/^microseconds //p'; }

{
	sed -n '/^#/p' "$out/lines.tsv"
	printf 'fixture\twavefronts\tfixed_wavefronts\tmicroseconds\tfixed_microseconds\tsame_results\n'
	while [ $# -gt 0 ]; do
		same=no
		[ "$(results "$1")" = "$(results "$2")" ] && same=yes
		printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$1" "$(wavefronts "$1")" "$(wavefronts "$2")" \
			"$(microseconds "$1")" "$(microseconds "$2")" $same
		shift 2
	done
} >"$out/pairs.tsv"
cat "$out/pairs.tsv"
grep -q 'no$' "$out/pairs.tsv" && [ $bad = 0 ] && bad=1
exit $bad
