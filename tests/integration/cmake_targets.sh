#!/usr/bin/env bash
# find_package(smemlint) of an installed smemlint, and its targets, in a project whose compiler is a script.
#   BUILD=build SMEMLINT=build/smemlint SCRATCH=folder cmake_targets.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/cmake_project.sh"
need cmake ninja make c++

start_scratch
make_stand_in
make_project
install_smemlint
conflict="32-way bank conflict"

for generator in Ninja "Unix Makefiles"; do
	build=$SCRATCH/build-${generator##* }
	configure "$build" -G "$generator"

	ends_with 0 cmake --build "$build" --target smemlint-padded
	has_not "$output" "warning:"
	# flags of the target, in another folder, of a file that is CUDA by its property
	status=0
	output=$(cmake --build "$build" --target smemlint-turned 2>&1) || status=$?
	[ $status -ne 0 ] || fail "findings did not fail: $output"
	has "$output" "sub/turned.cpp:16:24: warning: $conflict"
	# a source that was added later; findings do not fail
	ends_with 0 cmake --build "$build" --target smemlint-app
	has "$output" "tile.cu:16:24: warning: $conflict"
	has_not "$output" "main.cpp"
	# all of them
	status=0
	output=$(cmake --build "$build" --target smemlint 2>&1) || status=$?
	[ $status -ne 0 ] || fail "findings did not fail: $output"
	has "$output" "$conflict"
	# lints nothing by itself
	ends_with 0 cmake --build "$build"
	has_not "$output" "$conflict"
done

# As a launcher: of a project, then of a target.
configure "$SCRATCH/launched" -G Ninja "-DCMAKE_CUDA_COMPILER_LAUNCHER=$SCRATCH/installed/bin/smemlint;launch;--cuda-path;none"
rm -f "$SCRATCH/called"
ends_with 0 cmake --build "$SCRATCH/launched"
has "$output" "tile.cu:16:24: warning: $conflict"
has "$output" "turned.cpp:16:24: warning: $conflict"
has_not "$output" "padded.cu:16:24"
has "$(cat "$SCRATCH/called")" "-c $SCRATCH/project/tile.cu -o CMakeFiles/app.dir/tile.cu.o"
configure "$SCRATCH/launched" -G Ninja -UCMAKE_CUDA_COMPILER_LAUNCHER -DLAUNCH=FAIL_BUILD
status=0
output=$(cmake --build "$SCRATCH/launched" 2>&1) || status=$?
[ $status -ne 0 ] || fail "--fail-build did not fail: $output"
has "$output" "nothing is compiled"
has "$output" "tile.cu:16:24: warning: $conflict"
has_not "$output" "turned.cpp:16:24"

# Mistakes are reported when the build is configured.
echo 'smemlint_add(nothing)' >> "$SCRATCH/project/CMakeLists.txt"
if (configure "$SCRATCH/wrong" -G Ninja) 2> "$SCRATCH/wrong.log"; then fail "a target that is not there was taken"; fi
has "$(cat "$SCRATCH/wrong.log")" "smemlint_add: there is no target nothing"
