#!/usr/bin/env bash
# What scripts/release.sh refuses, and the notes.  (The packages are made and tried by archive.sh, wheel.sh, package.sh and vscode.sh.)
#   SMEMLINT=build/smemlint SCRATCH=folder release.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"
need git

start_scratch
is "smemlint $(scripts/version.sh)" "$("$SMEMLINT" --version)"
cp -r --parents scripts CMakeLists.txt "$SCRATCH"
cd "$SCRATCH"
cat > CHANGELOG.md <<'MD'
# Changelog
## [Unreleased]
- Later.
## [0.1.0] - 2026-11-22

- The first.

## [0.0.9]
- Before.

[0.1.0]: https://example.org
MD
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@test.invalid GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@test.invalid
git init -q && git add . && git commit -qm start
is "$(scripts/release-notes.sh 0.1.0)" "- The first."
is "$(scripts/release-notes.sh 0.0.9)" "- Before."
touch new
ends_with 1 scripts/release.sh
has "$output" "the checkout has changes: ?? new"
rm new
sed -i 's/VERSION 0[0-9.]*/VERSION 9.9.9/' CMakeLists.txt && git commit -qam next
ends_with 1 scripts/release.sh
has "$output" "CHANGELOG.md has no section [9.9.9]"
[ ! -e dist ] || fail "something was made"
