#!/usr/bin/env bash
# Formats the C sources.  --check: changes nothing, shows where it would and fails if anywhere.  What clang-format
# gives depends on its version: 77 where the one that .clang-format is for is missing.
set -euo pipefail
cd "$(dirname "$0")/.."

version=22
program=clang-format-$version
command -v "$program" >/dev/null || { echo "format: no $program (scripts/install-deps.sh)" >&2; exit 77; }

# The bundled headers and the runtime of `verify --with=cpu` are texts that the program carries.
mapfile -t files < <(git ls-files 'analyzer/*.[ch]' 'analyzer/*.cc' 'rules/*.[ch]' 'tests/*.[ch]' | grep -Ev '/(bundled|runtime)/')
[ ${#files[@]} -gt 0 ] || { echo "format: no sources" >&2; exit 1; }

if [ "${1:-}" != --check ]; then
	"$program" -i "${files[@]}"
	exit
fi
"$program" --dry-run -Werror --ferror-limit=20 "${files[@]}" || { echo "format: scripts/format.sh puts this right" >&2; exit 1; }
