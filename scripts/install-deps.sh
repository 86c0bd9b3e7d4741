#!/usr/bin/env bash
# Installs what the build needs and is missing, on Debian 12 and its relatives.  Nothing is missing: no
# network, no root, a fraction of a second.  --required: only what the build cannot do without.
set -euo pipefail

packages=(cmake ninja-build gcc g++ libc6-dev pkg-config libjansson-dev libyaml-dev libxxhash-dev libcmocka-dev)
llvm=(libclang-22-dev libclang-common-22-dev llvm-22-dev)
llvm_before=(libclang-19-dev libclang-common-19-dev llvm-19-dev)
# Without these everything is built, and the tests that want them are skipped.  PACKAGE[:PROGRAM]: where the program is
# found, the package is not missed (Node.js may have come by another way).
# `smemlint verify --with=cpu` needs clang-22; chromium opens the page of --format=html and VS Code; the others check packages, hooks, build systems,
# outputs, the manual page, shell completions and editors.
optional=(clang-22 git:git lintian:lintian pre-commit:pre-commit nodejs:node npm:npm libxml2-utils:xmllint python3-jsonschema mandoc:mandoc zsh:zsh fish:fish meson:meson bear:bear make:make ccache:ccache neovim:nvim emacs-nox:emacs elpa-eglot chromium:chromium)
# The cache that machines share is built with the first two, and tried with the servers.
optional+=(libhiredis-dev libcurl4-openssl-dev redis-server:redis-server nginx-light:nginx)
optional+=(python3-venv rsync:rsync strace:strace clang-format-22 bazel-bootstrap:bazel)
[ "${1:-}" != --required ] || optional=()

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
	echo "install-deps: this is no Debian; see docs/developers/libraries.md for what the build needs" >&2
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
wanted=()
for entry in "${optional[@]}"; do
	package=${entry%%:*}
	program=${entry#"$package"}
	if ! installed "$package" && ! { [ -n "$program" ] && command -v "${program#:}" >/dev/null; }; then
		wanted+=("$package")
	fi
done
if [ ${#missing[@]} -eq 0 ] && [ $need_llvm = no ] && [ ${#wanted[@]} -eq 0 ]; then
	echo "install-deps: everything that the build needs is installed"
	exit 0
fi

root=()
if [ "$(id -u)" -ne 0 ]; then
	if [ ${#missing[@]} -eq 0 ] && [ $need_llvm = no ]; then
		echo "install-deps: ${wanted[*]} could be installed too, by root"
		exit 0
	fi
	command -v sudo >/dev/null || { echo "install-deps: root or sudo is needed to install packages" >&2; exit 1; }
	root=(sudo)
fi

apt_install() {
	"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@"
}

# All at once, else one by one: some may not be known here.
install_wanted() {
	local package
	[ ${#wanted[@]} -gt 0 ] || return 0
	apt_install "${wanted[@]}" && return 0
	for package in "${wanted[@]}"; do
		apt_install "$package" || echo "install-deps: no $package; what needs it is not tested"
	done
}

echo "install-deps: reading the package lists"
if [ ${#missing[@]} -eq 0 ] && [ $need_llvm = no ]; then
	"${root[@]}" apt-get update -q || true
	install_wanted
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
apt_install "${missing[@]}"
install_wanted
