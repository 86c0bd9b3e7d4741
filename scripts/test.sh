#!/usr/bin/env bash
# Installs what is missing, builds everything with AddressSanitizer and UndefinedBehaviorSanitizer, and
# runs the whole suite.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n==> %s\n' "$*"; }

step "installing what the build needs and is not there"
scripts/install-deps.sh

step "building build/dev (AddressSanitizer, UndefinedBehaviorSanitizer)"
cmake --preset dev
cmake --build --preset dev

step "running the tests"
# One more than processors: some wait for a browser, for a network or for an editor.
ctest --preset dev --parallel "$(($(nproc) + 1))"
