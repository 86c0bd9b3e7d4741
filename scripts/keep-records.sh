#!/bin/sh
# Makes records in testdata/ of what scripts/measure-kernels.sh measured of kernels/.
#
#   scripts/keep-records.sh [FOLDER]
#
# FOLDER: build/measured.  Replaces testdata/verify/kernels/ and the rows of kernels/ in testdata/measured/h200_lines.tsv;
# the date and versions in the READMEs beside them are to be brought up to date by hand (FOLDER/raw/header has them).
set -eu

cd "$(dirname "$0")/.."
from=${1:-build/measured}
table=testdata/measured/h200_lines.tsv
ls "$from"/export/kernels.*.csv >/dev/null

rm -f testdata/verify/kernels/*.csv
for file in "$from"/export/kernels.*.csv; do
	name=${file##*/kernels.}
	cp "$file" "testdata/verify/kernels/$name"
done

{
	grep '^#' "$table"
	grep '^program' "$table"
	grep '^kernels\.' "$from/lines.tsv"
	grep -v '^#\|^program\|^kernels\.' "$table"
} >"$table.new"
mv "$table.new" "$table"
git --no-pager diff --stat -- testdata
