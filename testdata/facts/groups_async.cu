// Of a warp's sum that goes to memory, one lane stores it or updates an atomic.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>

namespace cg = cooperative_groups;

__global__ void sums(const float *in, float *out)
{
	__shared__ float parts[4];
	__shared__ cuda::atomic<int, cuda::thread_scope_block> count, least;
	const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	const float value = in[threadIdx.x];
	cg::reduce_store_async(warp, parts + warp.meta_group_rank(), value, cg::plus<float>()); // fact: store 4/4 exact
	float *first = parts;
	cg::reduce_store_async(warp, first, value, cg::greater<float>()); // fact: store 4/4 exact
	cg::reduce_store_async(warp, least, 1, cg::less<int>()); // fact: store 4/4 exact
	cg::reduce_update_async(warp, count, (int)(value > 0), cg::plus<int>()); // fact: atomic 4/4 exact
	__syncthreads();
	out[threadIdx.x] = parts[threadIdx.x / 32] + count + least; // fact: load 12/12 exact
}

// The grid's token is a number, which programs pass on.
__global__ void wait(unsigned *arrived)
{
	__shared__ int seen[64];
	const cg::grid_group grid = cg::this_grid();
	cg::grid_group::arrival_token token;
	token = atomicAdd(arrived, 1);
	seen[2 * threadIdx.x] = token; // fact: store 2/1 exact
	token = grid.barrier_arrive();
	grid.barrier_wait(static_cast<cg::grid_group::arrival_token &&>(token));
	__syncthreads();
	arrived[threadIdx.x] = seen[threadIdx.x]; // fact: load 1/1 exact
}

void run(float *out, unsigned *arrived)
{
	sums<<<1, 128>>>(out, out);
	wait<<<1, 32>>>(arrived);
}
