#!/usr/bin/env bash
# The documents: their links lead somewhere, their lines are short, their commands run, and print what is shown.
set -euo pipefail
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/cmake_project.sh"
need python3 git cmake ninja

start_scratch
SCRATCH=$(cd "$SCRATCH" && pwd -P)
# The project that the documents speak of.  It is made where each document's copy will be: CMake keeps its path.
project=$SCRATCH/project
mkdir -p "$project"/{build,src,include,out,app/build,app/include,kernels,testdata/projects}
cp -r testdata/examples testdata/fixes "$project/testdata"
cp -r testdata/projects/launches "$project/testdata/projects"
cp testdata/examples/transpose.cu testdata/verify/multi.{cu,h,csv} "$project"
cp testdata/examples/transpose.cu "$project/src"
sed 's/transpose/reduce/' testdata/examples/transpose.cu >"$project/src/reduce.cu"
for file in a.cu kernel.cu scan.cu; do cp testdata/examples/transpose.cu "$project/$file"; done
echo 'int main() { return 0; }' >"$project/main.cpp"
cp testdata/ptx/accesses.ptx "$project/kernel.ptx"
cp testdata/ptx/accesses.ptx "$project/build"
mkdir -p "$SCRATCH/home/.triton/cache"
cp testdata/ptx/accesses.ptx "$SCRATCH/home/.triton/cache"
cat >"$project/small.cu" <<'CUDA'
__global__ void k(int *out) { __shared__ int s[128]; int i = threadIdx.x * 4;
s[i]=1;
__syncthreads(); out[i] = s[0]; }
void launch(int *out) { k<<<1, 32>>>(out); }
CUDA
printf 'cuda-path: none\n' >"$project/.smemlint.yaml"
printf 'checks: "*"\nseverity:\n  smem-bank-conflict-*: eror\nmni-ways: 4\n' >"$project/kernels/.smemlint.yaml"
cp testdata/examples/transpose.cu "$project/app/tile.cu"
echo '[{"directory": ".", "file": "../tile.cu", "command": "nvcc -arch=sm_80 --what -I../include -c ../tile.cu"}]' \
	>"$project/app/build/compile_commands.json"
echo '[{"directory": "..", "file": "src/reduce.cu", "command": "nvcc -c src/reduce.cu"}]' >"$project/out/compile_commands.json"
cat >"$project/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(app LANGUAGES CXX CUDA)
find_package(smemlint REQUIRED)
add_library(app STATIC src/transpose.cu src/reduce.cu)
smemlint_add(app NO_FAIL)
CMAKE
printf 'NVCC = nvcc\nall:\n\t$(NVCC) -c -o transpose.o transpose.cu\n' >"$project/Makefile"
git -C "$project" init -q -b main
git -C "$project" add '*.cu'
git -C "$project" -c user.name=test -c user.email=test@example.org commit -qm start

make_stand_in
install_smemlint
export STAND_IN=$SCRATCH XDG_CACHE_HOME=$SCRATCH/cache HOME=$SCRATCH/home LC_ALL=C.UTF-8
export CMAKE_TOOLCHAIN_FILE=$SCRATCH/nvcc.cmake CMAKE_GENERATOR=Ninja CMAKE_PREFIX_PATH=$SCRATCH/installed CUDAARCHS=90
unset CMAKE_C_COMPILER_LAUNCHER CMAKE_CUDA_COMPILER_LAUNCHER
cmake -S "$project" -B "$project/build" >"$SCRATCH/configure.log" 2>&1 || fail "$(cat "$SCRATCH/configure.log")"
sed -i "s|$SCRATCH/nvcc|nvcc|" "$project/build/compile_commands.json"
ln -s "$(realpath "$SMEMLINT")" "$project/build/smemlint"
mv "$project" "$SCRATCH/start"

python3 -B tests/integration/documents.py "$SCRATCH/start" "$project" README.md CONTRIBUTING.md CHANGELOG.md \
	$(find docs testdata editors -name '*.md' -not -path '*/node_modules/*' | sort) || fail "see above"
