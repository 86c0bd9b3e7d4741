// Indices that a warp has found together.  cooperative_groups::reduce() of a warp gives all lanes the same: one word for all of them.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void __launch_bounds__(128) by_group(const unsigned *in, float *out)
{
	__shared__ float s[1024];
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	s[threadIdx.x] = in[threadIdx.x]; // fact: store 4/4 exact
	__syncthreads();
	const unsigned most = cg::reduce(warp, in[threadIdx.x], cg::greater<unsigned>());
	const unsigned long long packed = cg::reduce(warp, (unsigned long long)most << 32 | threadIdx.x, cg::less<unsigned long long>());
	out[threadIdx.x] = s[most % 1024]; // fact: load 4/4 exact
	out[threadIdx.x] += s[packed % 512 + threadIdx.x % 32]; // fact: load 4/4 exact
}

// A list of what was found, of which only the kernel's argument says how long it is: of what it holds, data decide.
__global__ void __launch_bounds__(128) from_list(const int *in, float *out, int n)
{
	__shared__ float s[1024];
	int best[4] = { 0, 0, 0, 0 };
	s[threadIdx.x] = in[threadIdx.x]; // fact: store 4/4 exact
	__syncthreads();
	for (int i = 0; i < n; i++)
		best[i] = in[128 * i + threadIdx.x];
	out[threadIdx.x] = s[best[threadIdx.x & 3]]; // fact: load 128/4 data-dependent
}
