#!/usr/bin/env bash
# templates/smemlint.yml, read and run by a program that runs pipelines of GitLab's on this machine.
#   SMEMLINT=build/smemlint SCRATCH=folder gitlab.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"
need git rsync

start_scratch
npm_install gitlab-ci-local@4.61.1
template=$PWD/templates/smemlint.yml
example=$PWD/testdata/examples/transpose.cu
PATH=$(dirname "$SMEMLINT"):$PATH
export HOME=$SCRATCH GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@test.invalid GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@test.invalid
mkdir "$SCRATCH/project"
cd "$SCRATCH/project"
git init -q -b main
git remote add origin git@gitlab.com:test/project.git
cp "$example" tile.cu
cp "$template" smemlint.yml
cat > .gitlab-ci.yml <<'CI'
include:
  - local: smemlint.yml
smemlint:
  variables:
    SMEMLINT_FILES: tile.cu
    SMEMLINT_ARGS: --cuda-path none
CI
git add . && git commit -q -m start

job() { gitlab-ci-local --force-shell-executor --no-timestamps "$@" smemlint; }
ends_with 1 job
has "$output" "tile.cu:16:24: warning: 32-way bank conflict"
report=$(find . -name gl-code-quality-report.json | head -1)
[ -n "$report" ] || fail "there is no report: $output"
has "$(cat "$report")" '"smem-bank-conflict-load"'
sed -i 's/tile\[TILE\]\[TILE\]/tile[TILE][TILE + 1]/' tile.cu
ends_with 0 job

# Without a smemlint on PATH: the archive of the release that is named, if its checksum is right.
PATH=$(tr : '\n' <<< "$PATH" | grep -vxF "$(dirname "$SMEMLINT")" | paste -sd:)
release=$SCRATCH/releases/v$("$SMEMLINT" --version | cut -d' ' -f2)
make_release "$release"
ends_with 0 job --variable "SMEMLINT_RELEASE=file://$release"
has "$output" "from the release"
sed -i 's,^........,00000000,' "$release/SHA256SUMS"
ends_with 1 job --variable "SMEMLINT_RELEASE=file://$release"
has_not "$output" "from the release"
