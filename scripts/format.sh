#!/usr/bin/env bash
# Formats the C sources.  --check: changes nothing, shows what would change and fails if anything would.  What clang-format
# gives depends on its version: 77 where the one that .clang-format is for is missing.
set -euo pipefail
cd "$(dirname "$0")/.."

version=22
program=clang-format-$version
command -v "$program" >/dev/null || { echo "format: no $program (scripts/install-deps.sh)" >&2; exit 77; }

# The bundled headers and the runtime of `verify --with=cpu` are texts that the program carries.
mapfile -t files < <(git ls-files 'analyzer/*.[ch]' 'rules/*.[ch]' 'tests/*.[ch]' | grep -Ev '/(prelude|runtime)/')
[ ${#files[@]} -gt 0 ] || { echo "format: no sources" >&2; exit 1; }

if [ "${1:-}" != --check ]; then
	"$program" -i "${files[@]}"
	exit
fi
bad=()
for file in "${files[@]}"; do
	"$program" "$file" | diff -u --label "$file" --label "$file (formatted)" "$file" - || bad+=("$file")
done
[ ${#bad[@]} -eq 0 ] || { printf 'format: %s\n' "${bad[@]}" >&2; exit 1; }
