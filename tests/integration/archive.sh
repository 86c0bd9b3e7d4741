#!/usr/bin/env bash
# The archive: CPack makes it, and its program runs where there is nothing but the C library.
#   BUILD=build SCRATCH=folder archive.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"
need cpack dpkg-query ldd tar unshare

start_scratch
(cd "$BUILD" && cpack -G TGZ -B "$SCRATCH" >"$SCRATCH/cpack.log" 2>&1) || fail "cpack: $(cat "$SCRATCH/cpack.log")"
rm -r "$SCRATCH/_CPack_Packages"
archive=$(echo "$SCRATCH"/smemlint-*-linux-*.tar.gz)
[ -e "$archive" ] || fail "there is no archive"

root="$SCRATCH/root"
mkdir -p "$root/tmp" "$root/dev" "$root/proc" "$root/a folder"
tar -xzf "$archive" -C "$root/a folder" --strip-components=1
inside="$root/a folder"
for file in share/man/man1/smemlint.1 share/bash-completion/completions/smemlint share/zsh/site-functions/_smemlint \
	share/fish/vendor_completions.d/smemlint.fish share/doc/smemlint/LICENSE share/doc/smemlint/licenses/common-licenses/Apache-2.0; do
	[ -s "$inside/$file" ] || fail "there is no $file"
done
[ -z "$(find "$inside" -type l)" ] || fail "a link, which a wheel cannot have"

# Each library is inside, with a license, or the C library's; whatever LD_LIBRARY_PATH says.
mkdir "$SCRATCH/others"
cp "$(ldd "$SMEMLINT" | awk '/libjansson/ { print $3 }')" "$SCRATCH/others"
loaded=$(LD_LIBRARY_PATH="$SCRATCH/others" ldd "$inside/bin/smemlint")
has_not "$loaded" "$SCRATCH/others"
outside=$(grep '=> /' <<< "$loaded" | grep -v "$inside" || true)
outside=$(grep -vE 'lib(c|m|dl|rt|pthread|resolv)\.so\.' <<< "$outside" || true)
is "$outside" ""
for source in jansson libyaml xxhash zlib libzstd; do
	[ -s "$inside/share/doc/smemlint/licenses/$source" ] || fail "no license of $source"
done

# A system that is the C library and nothing else.
for library in $(grep -oE '/[^ ]*/(ld-linux[^ ]*|lib(c|m|dl|rt|pthread|resolv)\.so\.[0-9]+)' <<< "$loaded"); do
	mkdir -p "$root$(dirname "$library")"
	cp -L "$library" "$root$library"
done
: > "$root/dev/null"
enter() { # its own mounts; /proc: the loader asks there where the program is
	unshare -rm sh -c 'mount --rbind /proc "$0/proc" && exec chroot "$0" "$@"' "$root" "$@"
}
alone() { ASAN_OPTIONS=detect_leaks=0 enter "/a folder/bin/smemlint" --no-cache "$@"; }
cp testdata/examples/transpose.cu "$root/tmp"
printf '#include <stddef.h>\n#include <immintrin.h>\n' | cat - testdata/examples/transpose.cu > "$root/tmp/headers.cu"
alone --version > "$SCRATCH/version" 2>&1 ||
	{ grep -qE '^(unshare|mount):' "$SCRATCH/version" && skip "$(cat "$SCRATCH/version")"; fail "$(cat "$SCRATCH/version")"; }
ends_with 1 alone /tmp/transpose.cu
is "$output" "$("$SMEMLINT" --cuda-path none --no-cache testdata/examples/transpose.cu | sed "s,testdata/examples,/tmp,")"
ends_with 1 alone /tmp/headers.cu # clang's own ones are found
has "$output" "1 kernel, 2 shared-memory accesses (2 exact)"
