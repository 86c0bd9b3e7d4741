#!/usr/bin/env bash
# Where the project is, and its version, are said in CMakeLists.txt; other files name the same, and things that exist.
set -euo pipefail
. "$(dirname "$0")/common.sh"

url=$(sed -n 's/^set(SMEMLINT_URL "\(.*\)" CACHE.*/\1/p' CMakeLists.txt)
version=$(sed -n 's/^project(smemlint VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[ -n "$url" ] && [ -n "$version" ] || fail "CMakeLists.txt says neither where the project is nor its version"
files=(README.md CHANGELOG.md action.yml .pre-commit-hooks.yaml templates/*.yml docs/users/*.md)

# Its owner is named within its address, or as GitHub's and GitLab's files have it.
named=$(grep -n "$(basename "$(dirname "$url")")/smemlint" "${files[@]}" || true)
[ "$(wc -l <<<"$named")" -ge 5 ] || fail "too little is named: $named"
odd=$(grep -vE "$url|(uses|project): $(basename "$(dirname "$url")")/smemlint" <<<"$named" || true)
is "$odd" ""

pins=$(grep -noE 'smemlint@v[0-9.]+|(rev|ref): v[0-9.]+|smemlint[_-][0-9]+\.[0-9]+\.[0-9]+' "${files[@]}" || true)
[ "$(wc -l <<<"$pins")" -ge 4 ] || fail "no version is named: $pins"
is "$(grep -vE "[v_-]$version\$" <<<"$pins" || true)" ""

# Hooks and the template are there by the names that documents give.
for hook in $(sed -n '/pre-commit-config/,/^##/s/^ *- id: //p' docs/users/integrations.md); do
	grep -q "^- id: $hook\$" .pre-commit-hooks.yaml || fail "there is no hook $hook"
done
for file in $(sed -n 's/^ *file: //p' docs/users/integrations.md); do
	[ -e ".$file" ] || fail "there is no $file"
done
