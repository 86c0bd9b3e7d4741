#!/usr/bin/env bash
# A validator accepts action.yml as a GitHub action.
#   SCRATCH=folder action_valid.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"

start_scratch
npm_install @action-validator/core@0.6.0 @action-validator/cli@0.6.0
ends_with 0 action-validator action.yml
# it does find what is wrong
sed 's/using: composite/using: compost/' action.yml > "$SCRATCH/action.yml"
ends_with 1 action-validator "$SCRATCH/action.yml"
