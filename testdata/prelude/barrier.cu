/* With a toolkit's headers clang refuses the constructor of a shared barrier. */
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/atomic>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void barriers(float *out, const float *in) {
	__shared__ barrier bar;
	__shared__ float s[256];
	auto block = cg::this_thread_block();
	if (block.thread_rank() == 0)
		init(&bar, block.size());
	block.sync();
	cuda::memcpy_async(block, s, in, sizeof(float) * 256, bar);
	cg::memcpy_async(block, s, in, cuda::aligned_size_t<16>(256));
	bar.arrive_and_wait();
	barrier::arrival_token token = bar.arrive();
	bar.wait(std::move(token));
	bar.wait(bar.arrive());
	out[threadIdx.x] = s[threadIdx.x * 2];
}

__global__ void stages(float *out, const float *in, int n) {
	extern __shared__ float s[];
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
	auto block = cg::this_thread_block();
	auto pipe = cuda::make_pipeline(block, &state);
	for (int i = 0; i < n; i++) {
		pipe.producer_acquire();
		cuda::memcpy_async(block, s + i % 2 * 256, in + i * 256, sizeof(float) * 256, pipe);
		pipe.producer_commit();
		pipe.consumer_wait();
		out[threadIdx.x] += s[i % 2 * 256 + threadIdx.x];
		pipe.consumer_release();
	}
}

__global__ void atomics(int *p) {
	cuda::atomic_ref<int, cuda::thread_scope_block> a(*p);
	a.fetch_add(1, cuda::memory_order_relaxed);
	__shared__ unsigned int counters[64];
	cuda::atomic_ref<unsigned int, cuda::thread_scope_block> b(counters[threadIdx.x * 2]);
	b.fetch_max(3u);
	b++;
	b.store(4u);
	p[1] = b.load() + (int)b.exchange(5u);
}

int main() {
	barriers<<<1, 256>>>(nullptr, nullptr);
	stages<<<1, 256, 2048>>>(nullptr, nullptr, 3);
}
