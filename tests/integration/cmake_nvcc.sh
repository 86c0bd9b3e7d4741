#!/usr/bin/env bash
# smemlint as CMAKE_CUDA_COMPILER_LAUNCHER in front of nvcc: CMake's own trials of the compiler are silent, what is built
# runs, and the conflicts are reported.
#   BUILD=build SMEMLINT=build/smemlint SCRATCH=folder cmake_nvcc.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/cmake_project.sh"
need cmake ninja c++
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
[ -x "$nvcc" ] || skip "there is no nvcc here"

start_scratch
export XDG_CONFIG_HOME=$SCRATCH/config # with nvcc's own headers
make_project
install_smemlint
configure "$SCRATCH/build" -G Ninja "-DCMAKE_CUDA_COMPILER_LAUNCHER=$SCRATCH/installed/bin/smemlint;launch"
ends_with 0 cmake --build "$SCRATCH/build"
has "$output" "tile.cu:16:24: warning: 32-way bank conflict"
has "$output" "turned.cpp:16:24: warning: 32-way bank conflict"
has_not "$output" "padded.cu:16:24"
has_not "$output" "error:"
ends_with 0 "$SCRATCH/build/app"
