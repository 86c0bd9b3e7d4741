#!/usr/bin/env bash
# What action.yml does, for a runner of GitHub's: `action.sh install`, `action.sh lint`.  Its inputs are variables.
set -euo pipefail

install_release() {
	local package
	package=$(mktemp -d)/smemlint.deb
	curl -fsSL --retry 3 -o "$package" \
		"$SMEMLINT_REPOSITORY/releases/download/v$SMEMLINT_VERSION/smemlint_${SMEMLINT_VERSION}_$(dpkg --print-architecture).deb"
	sudo apt-get update -q
	sudo apt-get install -y -q --no-install-recommends "$package"
}

install_source() {
	local build=$RUNNER_TEMP/smemlint-build
	"$SMEMLINT_ACTION/scripts/install-deps.sh" --required
	cmake -S "$SMEMLINT_ACTION" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF
	cmake --build "$build" --target smemlint
	cmake --install "$build" --prefix "$RUNNER_TEMP/smemlint"
	echo "$RUNNER_TEMP/smemlint/bin" >> "$GITHUB_PATH"
}

install() {
	case $SMEMLINT_VERSION in
	path) command -v smemlint ;;
	'') install_source ;;
	*) install_release ;;
	esac
}

lint() {
	local command=(smemlint) words files=() line found status=0
	[ -z "$SMEMLINT_BUILD" ] || command+=(-p "$SMEMLINT_BUILD")
	mapfile -t words < <(xargs -r -n 1 printf '%s\n' <<< "$SMEMLINT_ARGS")
	command+=("${words[@]}")
	[ -z "$SMEMLINT_SARIF" ] || command+=(--output "sarif:$SMEMLINT_SARIF")
	[ "$SMEMLINT_ANNOTATIONS" = true ] && command+=(--output github:-) || command+=(--output text:-)

	shopt -s globstar nullglob
	while IFS= read -r line; do
		[ -n "${line// /}" ] || continue
		local IFS=$'\n'
		found=($line) # patterns are expanded, blanks are part of names
		unset IFS
		[[ $line == *[*?[]* ]] || found=("$line")
		[ ${#found[@]} -gt 0 ] || { echo "::error::no file fits '$line'"; exit 2; }
		files+=("${found[@]/#-/./-}") # a name that begins like an option
	done <<< "$SMEMLINT_FILES"

	"${command[@]}" --end-of-options "${files[@]}" || status=$?
	echo "status=$status" >> "$GITHUB_OUTPUT"
	[ -z "$SMEMLINT_SARIF" ] || [ $status -eq 2 ] || echo "sarif-file=$SMEMLINT_SARIF" >> "$GITHUB_OUTPUT"
	if [ "$SMEMLINT_FAIL" != true ] && { [ $status -eq 1 ] || [ $status -eq 3 ]; }; then
		status=0
	fi
	exit $status
}

"$1"
