#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

template <class Group> __device__ int sum(Group g, int v) {
	for (int i = g.size() / 2; i > 0; i /= 2)
		v += g.shfl_down(v, i);
	return v;
}

__device__ int any_group(cg::thread_group g, int *s, int v) {
	s[g.thread_rank()] = v;
	g.sync();
	return s[g.size() - 1 - g.thread_rank()];
}

__global__ void groups(int *out, const int *in, int n) {
	__shared__ int s[1024];
	cg::thread_block block = cg::this_thread_block();
	cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
	auto half_warp = cg::tiled_partition<16>(warp);
	auto four = cg::tiled_partition<4>(block);
	int v = in[block.thread_rank()];
	s[block.thread_index().x + block.group_dim().x * block.thread_index().y] = v;
	block.sync();
	v = sum(warp, v) + sum(half_warp, v) + sum(four, v) + any_group(block, s, v) + any_group(warp, s, v);
	v += cg::reduce(warp, v, cg::plus<int>()) + cg::reduce(warp, v, cg::greater<int>());
	v += warp.shfl(v, 0) + warp.shfl_xor(v, 1) + warp.shfl_up(v, 1) + warp.any(v) + warp.all(v) + warp.ballot(v);
	s[warp.meta_group_rank()] = v + warp.meta_group_size() + warp.num_threads();
	cg::coalesced_group active = cg::coalesced_threads();
	if (active.thread_rank() == 0)
		atomicAdd(out, active.size());
	cg::sync(block);
	cg::grid_group grid = cg::this_grid();
	out[grid.thread_rank()] = s[threadIdx.x] + block.group_index().x + grid.size();
	grid.sync();
}

__global__ void copies(float *out, const float *in, int n) {
	extern __shared__ float buffer[];
	auto block = cg::this_thread_block();
	cg::memcpy_async(block, buffer, in, sizeof(float) * block.size());
	cg::memcpy_async(block, buffer, n, in, n);
	cg::wait_prior<1>(block);
	cg::wait(block);
	out[threadIdx.x] = buffer[threadIdx.x];
}

int main() {
	int n = 32;
	void *args[] = {&n};
	groups<<<1, dim3(32, 4)>>>(nullptr, nullptr, n);
	cudaLaunchCooperativeKernel((void *)groups, dim3(2), dim3(32), args, 0, 0);
	copies<<<1, 256, 4096>>>(nullptr, nullptr, n);
}
