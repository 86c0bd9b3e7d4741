#!/usr/bin/env bash
# A program under `verify` on the processor has no network, and writes to no file but temporary ones.
#   SMEMLINT=build/smemlint SCRATCH=folder confined.sh
set -euo pipefail
. "$(dirname "$0")/common.sh"

need python3
python3 -c 'import ctypes, sys; sys.exit(ctypes.CDLL(None).syscall(444, None, 0, 1) < 1)' || skip "this kernel has no Landlock"

start_scratch
cd "$SCRATCH"
mkdir home
touch home/victim
cat > evil.cu <<'CU'
#include <cstdio>
#include <cstdlib>
#include <sys/socket.h>
#include <unistd.h>
__global__ void kernel(int *p)
{
	__shared__ int t[32][32];
	t[threadIdx.x][0] = p[threadIdx.x];
	__syncthreads();
	p[threadIdx.x] = t[threadIdx.x][0];
}
int main()
{
	int *p = nullptr;
	char own[4096];
	cudaMalloc(&p, 32 * sizeof *p);
	kernel<<<1, 32>>>(p);
	cudaDeviceSynchronize();
	snprintf(own, sizeof own, "%s/own", getenv("TMPDIR") ? getenv("TMPDIR") : "/none");
	const bool network = socket(AF_INET, SOCK_STREAM, 0) >= 0, near = socket(AF_UNIX, SOCK_STREAM, 0) >= 0;
	const bool made = fopen("home/made", "w"), removed = unlink("home/victim") == 0, temporary = fopen(own, "w");
	fprintf(stderr, "network %d near %d made %d removed %d temporary %d\n", network, near, made, removed, temporary);
	return 3;
}
CU
status=0
output=$("$SMEMLINT" verify --cuda-path none --with cpu evil.cu 2>&1) || status=$?
case $output in
*"needs clang 22"*|*"built without LLVM"*) skip "programs cannot be run on the processor: $output" ;;
esac
is $status 2
has "$output" "network 0 near 0 made 0 removed 0 temporary 1"
has "$output" "--unconfined"
[ -e home/victim ] && [ ! -e home/made ] || fail "files have changed"
ends_with 2 "$SMEMLINT" verify --cuda-path none --with cpu --unconfined evil.cu
has "$output" "network 1 near 1 made 1 removed 1 temporary 1"
