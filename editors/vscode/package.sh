#!/usr/bin/env bash
# Packages the extension: package.sh FOLDER OUT.vsix.  FOLDER: for npm packages.
set -euo pipefail
source=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cp -R "$source"/package.json "$source"/tsconfig.json "$source"/.vscodeignore "$source"/README.md "$source"/src \
	"$source"/../../docs/users/configuration.schema.json "$folder"
cd "$folder"
[ -d node_modules/vscode-languageclient ] || npm install --no-audit --no-fund --loglevel=error
npm run --silent package
cd - >/dev/null
mv "$folder/smemlint.vsix" "$2"
