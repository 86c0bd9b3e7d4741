#!/usr/bin/env bash
# The extension for VS Code: its types hold, and it is packaged with all that it needs.
set -euo pipefail
. "$(dirname "$0")/common.sh"
need npm node python3
start_scratch
vsix=$SCRATCH/smemlint.vsix
timeout 250 editors/vscode/package.sh "$BUILD/tools/vscode" "$vsix" >"$SCRATCH/log" 2>&1 ||
	{ grep -qi 'ENOTFOUND\|EAI_AGAIN\|ECONN\|network' "$SCRATCH/log" && skip "npm cannot fetch what it takes"; fail "$(tail -5 "$SCRATCH/log")"; }
python3 -m zipfile -e "$vsix" "$SCRATCH/vsix"
for file in package.json out/extension.js README.md configuration.schema.json; do
	[ -s "$SCRATCH/vsix/extension/$file" ] || fail "$file is not in the package"
done
node --check "$SCRATCH/vsix/extension/out/extension.js" || fail "the extension is no JavaScript"
