#!/bin/sh
# Copies what scripts/measure-kernels.sh measured for kernels/ to testdata/.
#
#   scripts/keep-records.sh [FOLDER]
#
# FOLDER: build/measured.  Replaces testdata/verify/kernels/, the rows of kernels/ in testdata/measured/h200_lines.tsv,
# testdata/verify/h200_times.tsv (if FOLDER has the clock's times.tsv), and the GPU, versions
# and date in their READMEs.
set -eu

cd "$(dirname "$0")/.."
from=${1:-build/measured}
table=testdata/measured/h200_lines.tsv
ls "$from"/export/kernels.*.csv >/dev/null

header() {
	sed -n "s/^# $1: *//p" "$from/raw/header" | head -n 1
}

rm -f testdata/verify/kernels/*.csv
for file in "$from"/export/kernels.*.csv; do
	name=${file##*/kernels.}
	cp "$file" "testdata/verify/kernels/$name"
done

if [ -e "$from/times.tsv" ]; then
	{
		echo "# $(header gpu); nvcc $(header nvcc | sed 's/.*V//'); $(header date)"
		cat "$from/times.tsv"
	} >testdata/verify/h200_times.tsv
fi

{
	grep '^#' "$table"
	grep '^program' "$table"
	grep '^kernels\.' "$from/lines.tsv"
	grep -v '^#\|^program\|^kernels\.' "$table"
} >"$table.new"
mv "$table.new" "$table"
made="Rows of \`kernels/\`: $(header gpu | sed 's/, / , driver /; s/ ,/,/'), nvcc $(header nvcc | sed 's/.*V//'), Nsight Compute $(
	header ncu | cut -d ' ' -f 1), $(header date)."
for readme in testdata/verify/README.md testdata/measured/README.md; do
	sed "s|^Rows of .kernels/.: .*|$made|" "$readme" >"$readme.new"
	mv "$readme.new" "$readme"
done
git --no-pager diff --stat -- testdata
