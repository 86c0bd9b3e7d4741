#!/usr/bin/env bash
# Installs a package on a fresh system, lints an example there and removes it again; tells how long that took.
#   scripts/try-package.sh PACKAGE ROOT
# PACKAGE: a Debian package, an archive or a wheel.  ROOT: a folder that `debootstrap --variant=minbase bookworm ROOT` made; it is left as
# it is (an overlay takes the changes).  Root is needed, and the network for what apt gets.
set -euo pipefail
package=$(realpath "$1")
lower=$(realpath "$2")
example=$(realpath "$(dirname "$0")/../testdata/examples/transpose.cu")
name=$(basename "$package")

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
cp "$package" "$root/tmp/"
mkdir -p "$root/tmp/elsewhere"
cp "$example" "$root/tmp/elsewhere/"

inside() { chroot "$root" env DEBIAN_FRONTEND=noninteractive "$@"; }
apt_install() { inside sh -c 'apt-get update -q && apt-get install -y -q --no-install-recommends "$@"' sh "$@"; }

# What a user has before: `prepare`.  The command that the user gives: `install`.
case $name in
*.deb)
	prepare() { sed 's/ main$/ main/; s,\(.*\)debian\(.*\) main,&\n\1debian-security\2-security main,' -i "$root/etc/apt/sources.list"; }
	install() { apt_install "/tmp/$name"; }
	remove() { inside apt-get purge -y -q smemlint; }
	program=smemlint ;;
*.tar.*)
	prepare() { :; } # tar's xz, or curl, may be missing there: unpacked from outside
	install() { mkdir "$root/opt/smemlint" && tar -xf "$package" -C "$root/opt/smemlint" --strip-components=1; }
	remove() { rm -r "$root/opt/smemlint"; }
	program=/opt/smemlint/bin/smemlint ;;
*.whl)
	prepare() { apt_install python3-venv && inside python3 -m venv /opt/venv; }
	install() { inside /opt/venv/bin/pip install --no-index "/tmp/$name"; }
	remove() { inside /opt/venv/bin/pip uninstall -y smemlint; }
	program=/opt/venv/bin/smemlint ;;
*) echo "try-package: $name is no package" >&2; exit 2 ;;
esac
files() { find "$root" -xdev \( -type f -o -type l \) -path '*smemlint*' -not -path "$root/tmp/*" -not -path "$root/var/*"; }

prepare > /dev/null
before=$(date +%s.%N)
install
installed=$(date +%s.%N)
status=0
inside sh -c 'cd /tmp/elsewhere && "$0" transpose.cu' $program > "$work/space/out" || status=$?
found=$(date +%s.%N)
cat "$work/space/out"
if [ $status -ne 1 ] || ! grep -q '32-way bank conflict' "$work/space/out"; then
	echo "try-package: the installed smemlint ended with $status" >&2
	exit 1
fi
[ -n "$(files)" ] || { echo "try-package: nothing was installed" >&2; exit 1; }
remove > /dev/null
rm -rf "$root/root/.cache/smemlint"
left=$(files)
[ -z "$left" ] || { echo "try-package: left behind: $left" >&2; exit 1; }
awk -v name="$name" -v size="$(stat -c %s "$package")" -v a="$before" -v b="$installed" -v c="$found" 'BEGIN {
	printf "try-package: %s (%.1f MB): installed in %.1f s, first finding after %.1f s more, removed\n", name, size / 1e6, b - a, c - b }'
