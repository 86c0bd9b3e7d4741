#!/usr/bin/env bash
# Prints what CHANGELOG.md says of a version: release-notes.sh VERSION
set -euo pipefail
notes=$(awk -v version="[$1]" '/^## / { inside = $2 == version; next } /^\[[^]]*\]: / { next } inside' "$(dirname "$0")/../CHANGELOG.md")
[ -n "${notes//[[:space:]]/}" ] || { echo "release-notes: CHANGELOG.md has no section [$1]" >&2; exit 1; }
printf '%s\n' "$notes" | sed '/./,$!d'
