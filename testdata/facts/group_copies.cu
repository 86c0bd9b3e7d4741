/* Copies by tiles of threads: the last units are copied by all threads, those too many like the last one, and lanes of a cp.async that
 * fill one word do so one after the other. */
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void by_tile(const int *in, int *out)
{
	__shared__ __align__(16) int half_full[16], over[48], full[32];
	auto block = cg::this_thread_block();
	auto warp = cg::tiled_partition<32>(block);
	cg::memcpy_async(warp, half_full, in, sizeof half_full); // fact: cp_async 17/1 exact // measured: cp_async 0/0
	cg::memcpy_async(warp, over, in, sizeof over); // fact: cp_async 18/2 exact // measured: cp_async 35/3
	cg::memcpy_async(warp, full, in, sizeof full); // fact: cp_async 1/1 exact
	cg::wait(warp);
	out[threadIdx.x] = half_full[threadIdx.x % 16] + over[threadIdx.x + 16] + full[threadIdx.x ^ 1]; // fact: load 3/3 exact
}

__global__ void by_block(const int *in, int *out)
{
	__shared__ __align__(16) int data[16];
	auto block = cg::this_thread_block();
	cg::memcpy_async(block, data, in, sizeof data); // fact: cp_async 1/1 exact
	cg::wait(block);
	out[threadIdx.x] = data[threadIdx.x % 16]; // fact: load 1/1 exact
}

void launch(const int *in, int *out, int n)
{
	by_tile<<<1, 32>>>(in, out);
	by_block<<<1, 32>>>(in, out + 32);
}
