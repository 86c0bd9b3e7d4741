# testdata/projects/library: what is found in a library stands at the line of the program that leads there, however the library is
# known: by -isystem, by its place outside the project, by the configuration.
. tests/integration/common.sh
SOURCE=$PWD/testdata/projects/library
start_scratch
SCRATCH=$(cd "$SCRATCH" && pwd -P)
export XDG_CACHE_HOME=$SCRATCH/cache XDG_CONFIG_HOME=$SCRATCH/config
cp -r "$SOURCE" "$SCRATCH/all"
cd "$SCRATCH/all"

at_the_users_line() { # OPTION...
	ends_with 1 "$SMEMLINT" --cuda-path none app/app.cu -- "$@"
	has "$output" "app/app.cu:7:2: warning: 8-way bank conflict"
	has "$output" "(the access is in third/tile/tile.h:5)"
	has "$output" "app/app.cu:14:2: warning: 4-way bank conflict"
	[ "$(grep -c ': warning: ' <<<"$output")" = 2 ] || fail "not two findings with $*: $output"
	output=$("$SMEMLINT" facts --cuda-path none app/app.cu -- "$@")
	has "$output" '"file":"third/tile/tile.h","line":5,"column":2'
	has "$output" '"user":{"file":"app/app.cu","line":7,"column":2}'
	has_not "$output" '"kernel":"tile::another"'
}

at_the_librarys_line() { # OPTION...
	ends_with 1 "$SMEMLINT" --cuda-path none app/app.cu -- "$@"
	has "$output" "third/tile/tile.h:5:2: warning: 8-way bank conflict"
	has "$output" "third/tile/tile.h:5:2: warning: 4-way bank conflict"
	has "$output" "third/tile/tile.h:28:2: warning: 32-way bank conflict"
}

at_the_librarys_line -Ithird
at_the_users_line -isystem third
printf 'libraries: third/\n' >.smemlint.yaml
at_the_users_line -Ithird
printf 'libraries: ["third/", "!third/tile/"]\n' >.smemlint.yaml
at_the_librarys_line -isystem third
rm .smemlint.yaml
mkdir app/.git
at_the_users_line -Ithird
# A file of the library that is named itself is the user's own, and its fixes are never written for others.
"$SMEMLINT" --cuda-path none --fix --unsafe-fixes --fix-headers app/app.cu -- -Ithird >/dev/null 2>&1 || true
diff -r "$SOURCE/third" third || fail "a library was changed"
