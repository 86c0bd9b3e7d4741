#!/usr/bin/env bash
# Writes docs/rules/ from the rules' own text.  Run it after a rule was added or its text changed.
set -euo pipefail
cd "$(dirname "$0")/.."

# The build that was made last, unless SMEMLINT names one.
smemlint=${SMEMLINT:-$(ls -t build/smemlint build/dev/smemlint 2>/dev/null | head -n 1)}
[ -x "$smemlint" ] || { echo "make-rule-docs: build smemlint first (or set SMEMLINT)" >&2; exit 1; }

mkdir -p docs/rules
rm -f docs/rules/*.md
"$smemlint" --list-checks | while read -r name _; do
	"$smemlint" --explain "$name" >"docs/rules/$name.md"
done
echo "make-rule-docs: wrote $(ls docs/rules | wc -l) pages to docs/rules"
