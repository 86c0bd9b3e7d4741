/* Copies whose end a barrier or a pipeline tells; since sm_90 another engine takes some of them. */
// flags: -arch=sm_80
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

#define BARRIER __shared__ cuda::barrier<cuda::thread_scope_block>
#define STATE __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2>

/* 256 threads copy 4 KiB, 16 bytes each. */
__global__ void to_a_barrier(const int4 *in, int *out)
{
	BARRIER full;
	__shared__ int4 data[256];
	cg::thread_block block = cg::this_thread_block();
	if (threadIdx.x == 0)
		init(&full, blockDim.x);
	block.sync();
	cuda::memcpy_async(block, data, in, sizeof data, full); // fact: cp_async 32/32 symbolic
	full.arrive_and_wait();
	out[threadIdx.x] = data[threadIdx.x * 2 % 256].x; // fact: load 64/8 exact
}

/* Each thread its own, a column. */
__global__ void column(const int *in, int *out)
{
	BARRIER full;
	__shared__ int data[32][32];
	if (threadIdx.x == 0)
		init(&full, blockDim.x);
	__syncthreads();
	cuda::memcpy_async(&data[threadIdx.x][0], in + threadIdx.x, cuda::aligned_size_t<4>(4), full); // fact: cp_async 32/1
	full.wait(full.arrive());
	out[threadIdx.x] = data[0][threadIdx.x]; // fact: load 1/1 exact
}

__global__ void in_stages(const int *in, int *out, int n)
{
	STATE state;
	__shared__ int data[2][256];
	cg::thread_block block = cg::this_thread_block();
	cuda::pipeline<cuda::thread_scope_block> pipe = cuda::make_pipeline(block, &state); // fact: store 1/1 exact
	pipe.producer_acquire();
	cuda::memcpy_async(block, data[0], in, sizeof data[0], pipe); // fact: cp_async 8/8
	pipe.producer_commit();
	pipe.consumer_wait();
	out[threadIdx.x] = data[0][threadIdx.x * 4 % 256]; // fact: load 32/8 exact
	pipe.consumer_release();
}

__global__ void by_a_thread(const int4 *in, int *out)
{
	__shared__ int4 data[256];
	auto pipe = cuda::make_pipeline();
	pipe.producer_acquire();
	cuda::memcpy_async(&data[threadIdx.x], in + threadIdx.x, sizeof(int4), pipe); // fact: cp_async 32/32 symbolic
	pipe.producer_commit();
	cuda::pipeline_consumer_wait_prior<0>(pipe);
	out[threadIdx.x] = data[threadIdx.x].x; // fact: load 32/8 exact
	pipe.consumer_release();
}

int main()
{
	to_a_barrier<<<1, 256>>>(nullptr, nullptr);
	column<<<1, 32>>>(nullptr, nullptr);
	in_stages<<<1, 256>>>(nullptr, nullptr, 1);
	by_a_thread<<<1, 256>>>(nullptr, nullptr);
}
