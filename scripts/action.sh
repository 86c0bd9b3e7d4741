#!/usr/bin/env bash
# What action.yml does, for a runner of GitHub's: `action.sh install`, `action.sh lint`.  Its inputs are variables.
set -euo pipefail

# The archive, as scripts/release.sh names it; it needs nothing that the runner may not have.
install_release() { # VERSION
	local archive folder=$RUNNER_TEMP/smemlint
	archive=smemlint-$1-linux-$(uname -m).tar.xz
	mkdir "$folder"
	curl -fsSL --retry 3 --output-dir "$folder" --remote-name-all "$SMEMLINT_REPOSITORY/releases/download/v$1/"{"$archive",SHA256SUMS}
	(cd "$folder" && sha256sum --check --strict --ignore-missing SHA256SUMS)
	tar -xJf "$folder/$archive" -C "$folder" --strip-components=1
	echo "$folder/bin" >> "$GITHUB_PATH"
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
	source) install_source ;;
	'') install_release "$("$SMEMLINT_ACTION/scripts/version.sh")" ;;
	*) install_release "$SMEMLINT_VERSION" ;;
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
