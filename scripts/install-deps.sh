#!/usr/bin/env bash
# Installs what the build needs and is missing, on Debian 12 and its relatives.  Nothing is missing: no
# network, no root, a fraction of a second.
set -euo pipefail

packages=(cmake ninja-build gcc libc6-dev pkg-config libjansson-dev libyaml-dev libcmocka-dev)
llvm=(libclang-22-dev libclang-common-22-dev)
llvm_before=(libclang-19-dev libclang-common-19-dev)
# `smemlint verify --with=cpu` needs these two; without them everything else works and its tests are skipped
optional=(clang-22 llvm-22-dev)

installed() {
	[ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

all_installed() {
	local package
	for package in "$@"; do
		installed "$package" || return 1
	done
}

if ! command -v dpkg-query >/dev/null; then
	echo "install-deps: this is no Debian; see docs/libraries.md for what the build needs" >&2
	exit 0
fi

missing=()
for package in "${packages[@]}"; do
	installed "$package" || missing+=("$package")
done
need_llvm=no
if ! all_installed "${llvm[@]}" && ! all_installed "${llvm_before[@]}"; then
	need_llvm=yes
fi
want_optional=no
all_installed "${optional[@]}" || want_optional=yes
if [ ${#missing[@]} -eq 0 ] && [ $need_llvm = no ] && [ $want_optional = no ]; then
	echo "install-deps: everything that the build needs is installed"
	exit 0
fi

root=()
if [ "$(id -u)" -ne 0 ]; then
	if [ ${#missing[@]} -eq 0 ] && [ $need_llvm = no ]; then
		echo "install-deps: ${optional[*]} could be installed too, by root"
		exit 0
	fi
	command -v sudo >/dev/null || { echo "install-deps: root or sudo is needed to install packages" >&2; exit 1; }
	root=(sudo)
fi

echo "install-deps: reading the package lists"
if [ ${#missing[@]} -eq 0 ] && [ $need_llvm = no ]; then
	"${root[@]}" apt-get update -q &&
		"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${optional[@]}" ||
		echo "install-deps: no ${optional[*]}; programs cannot be run on the processor"
	exit 0
fi
"${root[@]}" apt-get update -q
if [ $need_llvm = yes ]; then
	if apt-cache show "${llvm[0]}" >/dev/null 2>&1; then
		missing+=("${llvm[@]}")
	else
		echo "install-deps: these package lists have no ${llvm[0]}; taking ${llvm_before[0]}"
		missing+=("${llvm_before[@]}")
	fi
fi
echo "install-deps: installing ${missing[*]}"
"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
if [ $want_optional = yes ]; then
	"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${optional[@]}" ||
		echo "install-deps: no ${optional[*]}; programs cannot be run on the processor"
fi
