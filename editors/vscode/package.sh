#!/usr/bin/env bash
# Packages the extension: package.sh FOLDER OUT.vsix [ARCHIVE].  FOLDER: for npm packages.  ARCHIVE: smemlint-VERSION-linux-x86_64.tar.xz,
# which goes inside; without one the extension runs the smemlint on PATH, on every system.
set -euo pipefail
source=$(cd "$(dirname "$0")" && pwd)
version=$("$source/../../scripts/version.sh")
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cp -R "$source"/package.json "$source"/tsconfig.json "$source"/.vscodeignore "$source"/README.md "$source"/src \
	"$source"/../../docs/users/configuration.schema.json "$folder"
rm -rf "$folder/server"
target=()
if [ $# -ge 3 ]; then
	mkdir "$folder/server"
	tar -xf "$3" -C "$folder/server" --strip-components=1
	target=(--target linux-x64)
fi
cd "$folder"
[ -d node_modules/vscode-languageclient ] || npm install --no-audit --no-fund --loglevel=error
npm run --silent bundle-checked
npx --no-install vsce package "$version" --no-update-package-json --no-git-tag-version --no-dependencies --skip-license "${target[@]}" \
	-o smemlint.vsix
rm -rf "$folder/server"
cd - >/dev/null
mv "$folder/smemlint.vsix" "$2"
