#!/usr/bin/env bash
# Installs what is missing, builds smemlint and lints an example.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n==> %s\n' "$*"; }

example=${1:-testdata/examples/transpose.cu}

step "installing what the build needs and is not there"
scripts/install-deps.sh

step "building build/smemlint"
cmake --preset release
cmake --build --preset release --target smemlint

step "build/smemlint --map $example"
status=0
build/smemlint --map "$example" || status=$?
case $status in
0) step "nothing was found (exit status 0)" ;;
1) step "these are findings, so smemlint ended with exit status 1, as it is meant to" ;;
*) step "smemlint failed with exit status $status"; exit "$status" ;;
esac
