#!/usr/bin/env bash
# The wheel: made of the archive of archive.sh, installed by pip without an index, and removed again.
#   SCRATCH=folder wheel.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"
need python3
python3 -c 'import ensurepip, venv' 2>/dev/null || skip "there is no python3-venv here"
archive=$(echo "$(dirname "$SCRATCH")"/archive/smemlint-*.tar.gz)
[ -e "$archive" ] || skip "archive.sh made no archive"

start_scratch
ends_with 2 python3 -B packaging/python/make_wheel.py
has "$output" "make_wheel.py ARCHIVE FOLDER"
ends_with 1 python3 -B packaging/python/make_wheel.py "$SCRATCH/other.tar.xz" "$SCRATCH"
has "$output" "not named smemlint-VERSION-linux-MACHINE.tar.xz"
ends_with 0 python3 -B packaging/python/make_wheel.py "$archive" "$SCRATCH"
wheel=$output
python3 -m venv "$SCRATCH/venv"
export PIP_NO_INDEX=1 PIP_FIND_LINKS=$SCRATCH PIP_CONFIG_FILE=/dev/null PIP_DISABLE_PIP_VERSION_CHECK=1
ends_with 0 "$SCRATCH/venv/bin/pip" install "$wheel"
program=$SCRATCH/venv/bin/smemlint
is "$("$program" --version)" "$("$SMEMLINT" --version)"
ends_with 1 "$program" --cuda-path none testdata/examples/transpose.cu
has "$output" "32-way bank conflict"
has_not "$(ldd "$program" | grep -v "$SCRATCH")" clang
ends_with 0 "$SCRATCH/venv/bin/pip" uninstall -y smemlint
[ -z "$(find "$SCRATCH/venv" -path '*smemlint*' -type f)" ] || fail "files are left"

# A checkout that pip installs, as pre-commit does: the same wheel, by its version.
mkdir "$SCRATCH/checkout"
cp -r --parents pyproject.toml CMakeLists.txt packaging "$SCRATCH/checkout"
ends_with 0 "$SCRATCH/venv/bin/pip" install "$SCRATCH/checkout"
[ -x "$program" ] || fail "no program"
