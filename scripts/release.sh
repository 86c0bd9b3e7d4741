#!/usr/bin/env bash
# Makes the files of a release in dist/, from a clean checkout: the archive, the wheel, the Debian package, the extension for VS Code
# (with the program inside, and without), the Containerfile, the notes and SHA256SUMS.
# On Debian 12, which says what the oldest C library is; docs/users/install.md has the sizes.
set -euo pipefail
cd "$(dirname "$0")/.."
fail() { echo "release: $*" >&2; exit 1; }

version=$(scripts/version.sh)
[ -z "$(git status --porcelain)" ] || fail "the checkout has changes: $(git status --short | head -3)"
notes=$(scripts/release-notes.sh "$version") || exit 1
[ -z "$(scripts/release-notes.sh Unreleased 2>/dev/null)" ] ||
	echo "release: note: what stands under [Unreleased] in CHANGELOG.md is not in the notes" >&2
[ "$(git rev-parse -q --verify "v$version^{commit}")" = "$(git rev-parse HEAD)" ] ||
	echo "release: note: this commit is not v$version; tag it: git tag -a v$version" >&2
for program in cmake ninja cpack npm python3 dpkg-shlibdeps xz; do
	command -v $program > /dev/null || fail "there is no $program; scripts/install-deps.sh installs it"
done

build=build/release
made=$build/dist
rm -rf "$made" dist
cmake -S . -B $build -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF
cmake --build $build
mkdir "$made"
made=$(realpath "$made")
for kind in TXZ DEB; do
	(cd $build && cpack -G $kind -B "$made")
done
rm -r "$made/_CPack_Packages"
archive=$made/smemlint-$version-linux-$(uname -m).tar.xz
python3 -B packaging/python/make_wheel.py "$archive" "$made"
editors/vscode/package.sh $build/vscode "$made/smemlint-$version.vsix"
editors/vscode/package.sh $build/vscode "$made/smemlint-linux-x64-$version.vsix" "$archive"
(cd "$made" && sha256sum -- * > SHA256SUMS)
cp packaging/Containerfile "$made"
printf '%s\n' "$notes" > "$made/NOTES.md"
mv "$made" dist
ls -l dist
