#!/usr/bin/env bash
# pre-commit, with the hooks of .pre-commit-hooks.yaml: it installs the wheel of wheel.sh; a commit with a conflict is blocked, one
# without passes.
#   SMEMLINT=build/smemlint SCRATCH=folder pre_commit.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"
need git pre-commit

wheels=$(dirname "$SCRATCH")/wheel
ls "$wheels"/smemlint-*.whl >/dev/null 2>&1 || skip "wheel.sh made no wheel"

start_scratch
hooks=$PWD/.pre-commit-hooks.yaml
testdata=$PWD/testdata
ends_with 0 pre-commit validate-manifest "$hooks"

export HOME=$SCRATCH PRE_COMMIT_HOME=$SCRATCH/cache GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@test.invalid GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@test.invalid
export PIP_NO_INDEX=1 PIP_FIND_LINKS=$wheels PIP_CONFIG_FILE=/dev/null
unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE

# A repository with the hooks, as users name one.
mkdir "$SCRATCH/hooks" "$SCRATCH/project"
cp -r --parents pyproject.toml CMakeLists.txt packaging/python "$SCRATCH/hooks"
cd "$SCRATCH/hooks"
git init -q
cp "$hooks" .
git add . && git commit -q -m hooks
revision=$(git rev-parse HEAD)

cd "$SCRATCH/project"
git init -q
use_hook() { # ID [MORE]
	cat > .pre-commit-config.yaml <<CONFIG
repos:
  - repo: $SCRATCH/hooks
    rev: $revision
    hooks:
      - id: $1
        args: [--cuda-path, none${2:+, $2}]
CONFIG
	git add .pre-commit-config.yaml
}
use_hook smemlint
git commit -q -m start
ends_with 0 pre-commit install
echo 'int main() { return 0; }' > host.cpp
git add host.cpp
ends_with 0 git commit -m 'nothing of CUDA'
has "$output" "Skipped"

cp "$testdata/examples/transpose.cu" tile.cu
git add tile.cu
ends_with 1 git commit -m 'a conflict'
has "$output" "tile.cu:16:24: warning: 32-way bank conflict"
is "$(git log -1 --format=%s)" "nothing of CUDA"
sed -i 's/tile\[TILE\]\[TILE\]/tile[TILE][TILE + 1]/' tile.cu
git add tile.cu
ends_with 0 git commit -m 'no conflict'
has "$output" "Passed"

# Names that are options elsewhere: with the hook's own `args` files, with others refused.
mkdir -- '--codegen=.'
printf '#!/bin/sh\ntouch "%s/executed"\n' "$SCRATCH" > ./--codegen=./evil.cu
chmod +x -- './--codegen=./evil.cu'
git add -- ./--codegen=./evil.cu
ends_with 1 git commit -m 'an option'
has "$output" "'--codegen=./evil.cu' is an option, and also a file here"
use_hook smemlint --end-of-options
ends_with 1 git commit -m 'a file'
has "$output" "./--codegen=./evil.cu"
[ ! -e "$SCRATCH/executed" ] || fail "a file's name was an option"
git rm -q -r --cached -- ./--codegen=. && rm -r -- '--codegen=.'
use_hook smemlint

# A header is seen through what includes it, which is there but does not change.
cat > tile.cuh <<'CUH'
__device__ inline float turned(const float *in)
{
	__shared__ float tile[32][33];
	tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
	__syncthreads();
	return tile[threadIdx.x][threadIdx.y];
}
CUH
cat > user.cu <<'CU'
#include "tile.cuh"
__global__ void turn(const float *in, float *out)
{
	out[threadIdx.y * 32 + threadIdx.x] = turned(in);
}
void launch(const float *in, float *out) { turn<<<1, dim3(32, 32)>>>(in, out); }
CU
git add tile.cuh user.cu
ends_with 0 git commit -m 'a header'
sed -i 's/tile\[32\]\[33\]/tile[32][32]/' tile.cuh
git add tile.cuh
ends_with 1 git commit -m 'a conflict in the header'
has "$output" "tile.cuh:6:9: warning: 32-way bank conflict"
git checkout -q HEAD -- tile.cuh

# The other hook mends it: the commit is stopped, as pre-commit does for every hook that changes files, and then passes.
use_hook smemlint-fix
cp "$testdata/examples/transpose.cu" again.cu
git add again.cu
ends_with 1 git commit -m 'mended'
has "$output" "files were modified by this hook"
git add again.cu
ends_with 0 git commit -m 'mended'
ends_with 0 "$SMEMLINT" --cuda-path none again.cu

# The smemlint that is on PATH, if the project asks for that.
sed -i 's/- id: smemlint-fix/&\n        language: system/' .pre-commit-config.yaml
mkdir "$SCRATCH/system"
printf '#!/bin/sh\necho "the one on PATH"\nexit 1\n' > "$SCRATCH/system/smemlint"
chmod +x "$SCRATCH/system/smemlint"
PATH=$SCRATCH/system:$PATH
ends_with 1 pre-commit run smemlint-fix --all-files
has "$output" "the one on PATH"
