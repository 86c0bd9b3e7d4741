#!/usr/bin/env bash
# Runs a command where Debian's CUDA 11.8 is installed, in addition to other toolkits or alone.
#   scripts/with-cuda-11.8.sh [--alone] FOLDER COMMAND...
# FOLDER: where the packages are unpacked to, once (a download of 0.9 GB, 0.5 GB on the disk); nothing outside it changes.
# --alone: the toolkits in /usr/local, and the programs there, are hidden.  Root is needed, for a mount namespace of
# the command's own.
#   scripts/with-cuda-11.8.sh --alone /var/tmp/cuda-11.8 ctest --test-dir build -R 'with_projects|toolkit'
set -euo pipefail
alone=no
if [ "${1:-}" = --alone ]; then
	alone=yes
	shift
fi
mkdir -p "$1"
folder=$(realpath "$1")
shift

free=(libcub-dev libthrust-dev libcu++-dev gcc-11 g++-11 cpp-11 libstdc++-11-dev libgcc-11-dev)
nonfree=(nvidia-cuda-toolkit nvidia-cuda-dev nvidia-cuda-toolkit-gcc libnvvm4 libcudart11.0)

# apt with lists of its own, which have contrib and non-free too.
fetch() {
	mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial" "$folder/debs"
	echo "deb http://deb.debian.org/debian bookworm main contrib non-free" >"$folder/apt/sources.list"
	cat >"$folder/apt/apt.conf" <<-END
	Dir::Etc::sourcelist "$folder/apt/sources.list";
	Dir::Etc::sourceparts "-";
	Dir::State::lists "$folder/apt/lists";
	Dir::Cache "$folder/apt/cache";
	END
	export APT_CONFIG=$folder/apt/apt.conf
	apt-get update -q
	(cd "$folder/debs" && apt-get download "${free[@]}" "${nonfree[@]}")
	unset APT_CONFIG
}

# What nvcc itself links against, and none of the large libraries.
unpack() {
	local package large
	large=$(printf -- '--exclude=lib%s*.a ' npp cusparse cublas cufft cusolver curand nvrtc nvjpeg)
	rm -rf "$folder/root"
	mkdir -p "$folder/root"
	for package in "$folder"/debs/*.deb; do
		# shellcheck disable=SC2086
		dpkg --fsys-tarfile "$package" | tar -x -C "$folder/root" $large
	done
	rm -rf "$folder/debs" "$folder/apt"
	touch "$folder/ready"
}

if [ ! -e "$folder/ready" ]; then
	fetch
	unpack
fi
export folder alone
exec unshare --mount bash -euc '
	mount --make-rprivate /
	mount -t overlay overlay -o "lowerdir=$folder/root/etc:/etc" /etc
	mount -t overlay overlay -o "lowerdir=$folder/root/usr:/usr" /usr
	PATH=/usr/sbin:/usr/bin:/sbin:/bin:$PATH
	if [ "$alone" = yes ]; then
		for toolkit in /usr/local/cuda*; do
			[ ! -d "$toolkit" ] || [ -L "$toolkit" ] || mount -t tmpfs none "$toolkit"
		done
		PATH=/usr/sbin:/usr/bin:/sbin:/bin
		unset CUDA_PATH CUDA_HOME CUDA_ROOT
	fi
	unset folder alone
	exec "$@"' -- "$@"
