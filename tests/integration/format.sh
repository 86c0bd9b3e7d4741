#!/usr/bin/env bash
# The sources are as scripts/format.sh leaves them.
set -euo pipefail
exec scripts/format.sh --check
