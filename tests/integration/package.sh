#!/usr/bin/env bash
# The Debian package: CPack makes it, lintian accepts it, and the program runs from where it was unpacked.
#   BUILD=build SCRATCH=folder package.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"
need cpack dpkg-deb dpkg-shlibdeps lintian gzip

start_scratch
(cd "$BUILD" && cpack -G DEB -B "$SCRATCH" >"$SCRATCH/cpack.log" 2>&1) || fail "cpack: $(cat "$SCRATCH/cpack.log")"
package=$(echo "$SCRATCH"/smemlint_*.deb)
[ -e "$package" ] || fail "there is no package"

depends=$(dpkg-deb -f "$package" Depends)
for name in libclang-common- libclang1- libjansson libyaml libc6; do
	has "$depends" "$name"
done
lintian --fail-on "error,warning" --allow-root "$package" >"$SCRATCH/lintian.log" 2>&1 || fail "lintian: $(cat "$SCRATCH/lintian.log")"

dpkg-deb -x "$package" "$SCRATCH/root"
for file in man/man1/smemlint.1.gz bash-completion/completions/smemlint zsh/vendor-completions/_smemlint \
	fish/vendor_completions.d/smemlint.fish smemlint/configuration.schema.json; do
	[ -s "$SCRATCH/root/usr/share/$file" ] || fail "there is no $file"
done
version=$(dpkg-deb -f "$package" Version)
is "$(gzip -dc "$SCRATCH/root/usr/share/doc/smemlint/changelog.gz" | sed -n '1s/.*(\(.*\)).*/\1/p')" "$version"
is "$("$SCRATCH/root/usr/bin/smemlint" --version)" "smemlint $version"
cp testdata/examples/transpose.cu "$SCRATCH"
cd "$SCRATCH"
ends_with 1 root/usr/bin/smemlint --cuda-path none transpose.cu
has "$output" "32-way bank conflict"
