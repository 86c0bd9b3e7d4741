# For the tests in this folder: they run with the repository as their working folder, and get BUILD, SMEMLINT and
# SCRATCH (a folder of their own) in the environment.  Exit status 77: something that the test needs is not there.

export XDG_CONFIG_HOME=$PWD/tests/config # no toolkit, unless it is asked for

skip() { echo "skipped: $*"; exit 77; }
fail() { echo "failed: $*" >&2; exit 1; }

need() {
	local program
	for program in "$@"; do
		command -v "$program" >/dev/null || skip "there is no $program here"
	done
}

start_scratch() {
	rm -rf "$SCRATCH"
	mkdir -p "$SCRATCH"
}

has() { # TEXT WORDS
	case $1 in
	*"$2"*) ;;
	*) fail "expected '$2' in: $1" ;;
	esac
}

has_not() { # TEXT WORDS
	case $1 in
	*"$2"*) fail "did not expect '$2' in: $1" ;;
	esac
}

is() { # TEXT EXPECTED
	[ "$1" = "$2" ] || fail "expected '$2', not '$1'"
}

ends_with() { # STATUS COMMAND...: what it writes is in $output
	local expected=$1 status=0
	shift
	output=$("$@" 2>&1) || status=$?
	[ $status -eq "$expected" ] || fail "'$*' ended with $status, not $expected: $output"
}

npm_install() { # PACKAGE@VERSION...: their programs are then on PATH
	need node npm
	mkdir -p "$SCRATCH/npm"
	(cd "$SCRATCH/npm" && timeout 60 npm install --no-audit --no-fund --no-save --fetch-retries=0 --fetch-timeout=20000 "$@" \
		> npm.log 2>&1) || skip "npm gives no $*: $(tail -1 "$SCRATCH/npm/npm.log")"
	PATH=$SCRATCH/npm/node_modules/.bin:$PATH
}

# A folder as a release's: the archive, here with a program that calls the build's, and its checksum.  What is in it is never older
# than SMEMLINT, and quick to unpack.
make_release() { # FOLDER
	local name
	name=smemlint-$("$SMEMLINT" --version | cut -d' ' -f2)-linux-$(uname -m)
	mkdir -p "$1" "$SCRATCH/$name/bin"
	printf '#!/bin/sh\necho "from the release" >&2\nexec "%s" "$@"\n' "$(realpath "$SMEMLINT")" > "$SCRATCH/$name/bin/smemlint"
	chmod +x "$SCRATCH/$name/bin/smemlint"
	tar -cJf "$1/$name.tar.xz" -C "$SCRATCH" "$name"
	(cd "$1" && sha256sum "$name.tar.xz" > SHA256SUMS && echo "$(printf %064d 0)  other.whl" >> SHA256SUMS)
}
