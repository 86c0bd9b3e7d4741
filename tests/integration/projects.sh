# testdata/projects/app as build systems describe it: configured here where they and a CUDA compiler are there, and as they
# have described it elsewhere (recorded/).  With each toolkit that is installed all of it is analysed; without one, what is not
# is reported.
. tests/integration/common.sh
SOURCE=$PWD/testdata/projects/app
start_scratch
SCRATCH=$(cd "$SCRATCH" && pwd -P)
APP=$SCRATCH/app
cp -r "$SOURCE" "$APP"
export XDG_CACHE_HOME=$SCRATCH/cache XDG_CONFIG_HOME=$SCRATCH/config # with the toolkits that are there
unset NVCC_PREPEND_FLAGS NVCC_APPEND_FLAGS NVCC_CCBIN CUDAFLAGS

# One nvcc of each toolkit that is installed: "VERSION PATH" lines.
toolkits() {
	local nvcc
	for nvcc in "$(command -v nvcc || true)" /usr/local/cuda/bin/nvcc /usr/local/cuda-*/bin/nvcc /usr/bin/nvcc; do
		[ -x "$nvcc" ] || continue
		echo "$("$nvcc" --version 2>/dev/null | sed -n 's/.*release \([0-9.]*\),.*/\1/p') $nvcc"
	done | awk 'NF == 2 && !seen[$1]++'
}

expect_findings() { # what both kinds of run find
	has "$output" "src/transpose.cu:12:43: warning: 32-way bank conflict"
	has "$output" "src/transpose.cu:26:21: warning: 16-way bank conflict" # with the stride that main.cpp gives
	[ "$(grep -c ': warning: .*-way bank conflict' <<<"$output")" = "$1" ] || fail "not $1 findings: $output"
	has_not "$output" "unknown compiler flag"
	has_not "$output" "cannot read"
	has_not "$output" "__smemlint__"
}

# Nothing of the toolkit is there, so that what needs cub and thrust cannot be read, and everything else can.  (Debian has
# the toolkit's headers where the compiler searches by itself.)
check_without() { # BUILD
	[ ! -e /usr/include/cub/cub.cuh ] || return 0
	ends_with 3 "$SMEMLINT" -p "$1" --cuda-path none
	expect_findings 2
	has "$output" "'cub/block/block_reduce.cuh' and"
	has "$output" "kernel 'sum' was not analysed"
	has_not "$output" "'scale.h' file not found"
	has_not "$output" "'app/column.cuh' file not found"
}

check_with() { # BUILD
	ends_with 1 "$SMEMLINT" -p "$1"
	has "
$output" "
include/app/column.cuh:11:9: warning: 8-way bank conflict" # as seen from here
	expect_findings 3
	has_not "$output" "file not found"
	has_not "$output" "error outside"
}

check_header() { # BUILD
	ends_with 1 "$SMEMLINT" -p "$1" include/app/column.cuh
	has "$output" "analysed through src/reduce.cu, which includes it"
	has "$output" "include/app/column.cuh:11:9: warning: 8-way bank conflict"
	[ "$(grep -c ': warning: ' <<<"$output")" = 1 ] || fail "more than the header's: $output"
}

check() { # BUILD
	check_without "$1"
	if [ -n "$NVCC" ]; then
		check_with "$1"
		[ "$1" = build/by-bear ] || check_version "$1" # a stand-in is of no toolkit
	fi
	echo "ok: $1"
}

check_version() { # BUILD: it is this toolkit's headers that are read
	[[ $("$SMEMLINT" -p "$1" --print-command src/reduce.cu) == *"-target-sdk-version=$VERSION "* ]] || fail "$1: not $VERSION"
}

recorded() {
	local name
	for name in ninja makefiles launcher meson bear clang; do
		mkdir -p "build/$name"
		cp -r "recorded/$name/." "build/$name"
		find "build/$name" -type f -exec sed -i "s|@ROOT@|$APP|g; s|@NVCC@|${NVCC:-/no/such/cuda/bin/nvcc}|g; \
			s|@CUDA@|${CUDA:-/no/such/cuda}|g" {} +
		check_without "build/$name"
		echo "ok: build/$name"
	done
	if [ -n "$NVCC" ]; then
		check_with build/launcher
		check_version build/launcher
		check_with build/clang
		check_version build/clang
		check_header build/makefiles
	fi
}

# Compiles nothing; a preprocessor that it runs is seen by Bear, as those of nvcc are.
stand_in() {
	mkdir -p stand-in out
	cat > stand-in/nvcc <<-'END'
	#!/bin/sh
	for word; do case $word in *.cu) file=$word ;; esac; done
	g++ -E -x c++ -D__CUDACC__ -Iinclude "$file" >/dev/null 2>&1
	while [ $# -gt 1 ]; do [ "$1" = -o ] && : >"$2"; shift; done
	exit 0
	END
	chmod +x stand-in/nvcc
}

by_bear() {
	command -v bear >/dev/null && command -v make >/dev/null && command -v g++ >/dev/null || return 0
	stand_in
	mkdir -p build/by-bear
	bear --output build/by-bear/compile_commands.json -- make -s "NVCC=$APP/stand-in/nvcc" OUT=out >/dev/null 2>&1
	check build/by-bear
}

by_cmake() { # NAME GENERATOR FLAGS...
	local name=$1 generator=$2
	shift 2
	cmake -S . -B "build/$name" -G "$generator" -DCMAKE_CUDA_COMPILER="$NVCC" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
		-DCMAKE_CUDA_ARCHITECTURES="80;90" "$@" >cmake.log 2>&1 || fail "$(cat cmake.log)"
	check "build/$name"
}

# The compile commands of ninja itself have a launcher and the flags for dependencies.
by_ninja() {
	mkdir -p build/ninja-compdb
	ninja -C build/by-ninja -t compdb >build/ninja-compdb/compile_commands.json
	check build/ninja-compdb
}

by_meson() {
	command -v meson >/dev/null || return 0
	PATH=$(dirname "$NVCC"):$PATH meson setup build/by-meson >meson.log 2>&1 || fail "$(cat meson.log)"
	PATH=$(dirname "$NVCC"):$PATH check build/by-meson
}

# Clang as the CUDA compiler: one that can read this toolkit, which those of CUDA 12 and later are too new for.
by_clang() {
	local clang
	[ "${VERSION%%.*}" -lt 12 ] || return 0
	for clang in clang++-14 clang++-15 clang++-16; do
		command -v "$clang" >/dev/null || continue
		rm -rf build/by-clang
		by_cmake by-clang Ninja -DCMAKE_CUDA_COMPILER="$clang" -DCMAKE_CUDA_ARCHITECTURES="70;80"
		return
	done
}

configured() {
	[ -n "$NVCC" ] && command -v cmake >/dev/null && command -v ninja >/dev/null && command -v make >/dev/null || return 0
	local launcher
	launcher=$(command -v ccache || true)
	by_cmake by-ninja Ninja ${launcher:+-DCMAKE_CUDA_COMPILER_LAUNCHER=$launcher}
	by_cmake by-makefiles "Unix Makefiles"
	by_ninja
	by_meson
	by_clang
}

cd "$APP"
toolkits >toolkits
[ -s toolkits ] || echo " " >toolkits
while read -r VERSION NVCC; do
	echo "with CUDA ${VERSION:-(none)} $NVCC"
	rm -rf build out
	CUDA=$("$SMEMLINT" --print-command src/reduce.cu -- "${NVCC:-nvcc}" | sed -n 's/^#   toolkit: \(\/.*\)/\1/p')
	recorded
	by_bear
	configured
done <toolkits
