#!/usr/bin/env bash
# The aspect in bazel/, on testdata/projects/bazel: it reports or fails, in Bazel's sandbox, and Bazel keeps what it found.
#   SMEMLINT=build/smemlint SCRATCH=folder bazel.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"
need bazel python3

start_scratch
SCRATCH=$(cd "$SCRATCH" && pwd -P)
SMEMLINT=$(realpath "$SMEMLINT")
export HOME=$SCRATCH/home
mkdir -p "$HOME" "$SCRATCH/tmp"
cp -r testdata/projects/bazel "$SCRATCH/project"
cp -r bazel "$SCRATCH/aspect"
make_release "$SCRATCH/release"

# Bazel would get these from the network to find out that there is no other toolchain.
stand_in() { # REPOSITORY FOLDER RULE...
	mkdir -p "$SCRATCH/project/others/$1/$2"
	echo "workspace(name = \"$1\")" > "$SCRATCH/project/others/$1/WORKSPACE"
	touch "$SCRATCH/project/others/$1/$2/BUILD"
	printf '%s = native.%s\n' $(for rule in "${@:3}"; do echo "$rule $rule"; done) > "$SCRATCH/project/others/$1/$2/defs.bzl"
}
stand_in rules_cc cc cc_binary cc_import cc_library cc_proto_library cc_test cc_toolchain cc_toolchain_suite objc_library
stand_in rules_java java java_binary java_import java_library java_package_configuration java_proto_library java_runtime java_test \
	java_toolchain
stand_in rules_proto proto proto_library
workspace() { # PROGRAM: the arguments of smemlint_program
	cat > "$SCRATCH/project/WORKSPACE" <<END
[local_repository(name = name, path = "others/" + name) for name in ["rules_cc", "rules_java", "rules_proto"]]
local_repository(name = "smemlint", path = "$SCRATCH/aspect")
load("@smemlint//:toolchain.bzl", "smemlint_program")
smemlint_program(name = "smemlint_program"${1:+, }$1)
register_toolchains("@smemlint_program//:toolchain")
END
}
cd "$SCRATCH/project"
bazel() { command bazel --output_user_root="$SCRATCH/bazel" --max_idle_secs=60 --host_jvm_args=-Xmx512m "$@"; }
trap 'bazel shutdown > /dev/null 2>&1; chmod -R u+w "$SCRATCH/bazel"' EXIT
lint() { # STATUS OPTION...
	ends_with "$1" bazel build --aspects=@smemlint//:smemlint.bzl%smemlint --output_groups=smemlint "${@:2}"
}
conflict='transpose.cu:6:40: warning: 32-way bank conflict: this load of '\''tile'\'' takes 32 wavefronts where 1 would do'

workspace "path = \"$SMEMLINT\""
lint 0 //:clean
has "$output" "$conflict" # of what it depends on
has "$(cat bazel-bin/transpose.smemlint.txt)" "$conflict"
has "$(cat bazel-bin/transpose.smemlint.txt)" "= block: 32x32 from the launch in launch.cu:2"
has "$(cat bazel-bin/clean.smemlint.txt)" "clean: 1 file, 1 kernel, 2 shared-memory accesses (2 exact)"
python3 -c 'import json, sys
results = json.load(open(sys.argv[1]))["runs"][0]["results"]
sys.exit([result["ruleId"] for result in results] != ["smem-bank-conflict-load"])' bazel-bin/transpose.smemlint.sarif ||
	fail "no SARIF: $(head -c 2000 bazel-bin/transpose.smemlint.sarif)"

# What it found is kept, until a source changes.
lint 0 //...
has_not "$output" "warning"
echo '// more' >> clean.cu
lint 0 //...
has "$output" "2 processes: 1 internal, 1 "
has_not "$output" "warning"

# It fails where that is asked for, by what options and configuration leave.
lint 1 --@smemlint//:fail //...
has "$output" "$conflict"
lint 0 --@smemlint//:fail "--@smemlint//:args=--min-ways=33 --verbose" //...
lint 0 --@smemlint//:fail --@smemlint//:config=//:.smemlint.yaml //...
sed -i 's/PITCH=32/PITCH=33/' BUILD.bazel
lint 0 --@smemlint//:fail //...
has "$(cat bazel-bin/transpose.smemlint.txt)" "clean: 2 files"
# A header that no target names is not there.
sed -i 's/deps = \[":tiles"\],//' BUILD.bazel
lint 1 --@smemlint//:fail //:transpose
has "$output" "'tile.cuh' is not found"
lint 0 //:transpose
has "$(cat bazel-bin/transpose.smemlint.txt)" "no findings, but not all was analysed"

# Files in a group are linted where they are compiled, by whatever name.
mv launch.cu launch.cu.cc
sed -i 's/"launch.cu"/":launches"/' BUILD.bazel
printf 'filegroup(name = "launches", srcs = ["launch.cu.cc"])\n' >> BUILD.bazel
sed -i 's/local_defines = \["ROWS=32"\],/& deps = [":tiles"],/' BUILD.bazel
lint 0 --@smemlint//:fail //...
has "$(cat bazel-bin/transpose.smemlint.txt)" "clean: 2 files, 1 kernel"
[ ! -e bazel-bin/launches.smemlint.txt ] || fail "a group of files was linted: $(cat bazel-bin/launches.smemlint.txt)"

# The program of a release's archive, that on PATH, and none.
name=$(basename "$SCRATCH"/release/*.tar.xz .tar.xz)
workspace "urls = [\"file://$SCRATCH/release/$name.tar.xz\"], sha256 = \"$(sha256sum < "$SCRATCH/release/$name.tar.xz" | cut -d' ' -f1)\",
    strip_prefix = \"$name\""
sed -i 's/PITCH=33/PITCH=32/' BUILD.bazel
lint 0 //:clean
has "$output" "from the release"
ln -s "$SMEMLINT" "$SCRATCH/smemlint"
workspace ''
PATH=$SCRATCH:$PATH lint 0 //:clean
has "$(cat bazel-bin/clean.smemlint.txt)" "clean: 1 file"
workspace 'path = "/no/such/smemlint"'
lint 1 //:clean
has "$output" "there is no smemlint at '/no/such/smemlint'"
