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
version=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["version"])' "$SCRATCH/vsix/extension/package.json")
is "smemlint $version" "$("$SMEMLINT" --version)"

# With the program inside: for one system, and executable.
make_release "$SCRATCH/release"
ends_with 0 editors/vscode/package.sh "$BUILD/tools/vscode" "$vsix" "$SCRATCH"/release/*.tar.xz
unpacked=$(python3 - "$vsix" <<'PYTHON'
import sys, zipfile
package = zipfile.ZipFile(sys.argv[1])
print(oct(package.getinfo("extension/server/bin/smemlint").external_attr >> 16), package.read("extension.vsixmanifest").decode())
PYTHON
)
has "$unpacked" 'TargetPlatform="linux-x64"'
has "$unpacked" "0o100755"
