#!/usr/bin/env bash
# Installs the Debian package on a fresh system, with what apt finds for it, and lints an example there.
#   scripts/try-package.sh PACKAGE.deb ROOT
# ROOT: a folder that `debootstrap --variant=minbase bookworm ROOT` made; it is left as it is (an overlay takes the changes).  Root is needed.
set -euo pipefail
package=$(realpath "$1")
lower=$(realpath "$2")
example=$(realpath "$(dirname "$0")/../testdata/examples/transpose.cu")

work=$(mktemp -d)
mkdir "$work/space"
mount -t tmpfs -o size=3g tmpfs "$work/space"
mkdir "$work/space/upper" "$work/space/work" "$work/root"
root=$work/root
leave() {
	for place in "$root/dev" "$root/proc" "$root" "$work/space"; do
		mountpoint -q "$place" && umount "$place"
	done
	rmdir "$work/root" "$work/space" "$work"
}
trap leave EXIT
mount -t overlay overlay -o "lowerdir=$lower,upperdir=$work/space/upper,workdir=$work/space/work" "$root"
mount --bind /proc "$root/proc"
mount --bind /dev "$root/dev"

cp /etc/resolv.conf "$root/etc/resolv.conf"
cat > "$root/etc/apt/sources.list" <<'LIST'
deb http://deb.debian.org/debian bookworm main
deb http://deb.debian.org/debian-security bookworm-security main
LIST
cp "$package" "$root/tmp/smemlint.deb"
mkdir -p "$root/tmp/elsewhere"
cp "$example" "$root/tmp/elsewhere/"

chroot "$root" apt-get update -q
chroot "$root" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends /tmp/smemlint.deb
status=0
chroot "$root" sh -c 'cd /tmp/elsewhere && smemlint transpose.cu' > "$work/space/out" || status=$?
cat "$work/space/out"
if [ $status -ne 1 ] || ! grep -q '32-way bank conflict' "$work/space/out"; then
	echo "try-package: the installed smemlint ended with $status" >&2
	exit 1
fi
files=$(chroot "$root" dpkg -L smemlint | grep /usr/.*smemlint)
chroot "$root" env DEBIAN_FRONTEND=noninteractive apt-get purge -y -q smemlint > /dev/null
left=$(for file in $files; do [ ! -e "$root$file" ] || echo "$file"; done)
[ -z "$left" ] || { echo "try-package: left behind: $left" >&2; exit 1; }
echo "try-package: installed, ran, removed"
