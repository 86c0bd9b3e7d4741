#include <cuda_pipeline.h>
#include <cuda/pipeline>
#include <cooperative_groups.h>

__global__ void primitives(float4 *out, const float4 *in) {
	__shared__ float4 s[2][128];
	for (int i = 0; i < 2; i++) {
		__pipeline_memcpy_async(&s[i][threadIdx.x], &in[i * 128 + threadIdx.x], sizeof(float4));
		__pipeline_commit();
	}
	__pipeline_wait_prior(1);
	__syncthreads();
	out[threadIdx.x] = s[0][threadIdx.x];
}

__global__ void one_thread(float *out, const float *in) {
	__shared__ float s[128];
	cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
	pipe.producer_acquire();
	cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(float), pipe);
	cuda::memcpy_async((float4 *)s + threadIdx.x, (const float4 *)in + threadIdx.x, cuda::aligned_size_t<16>(16), pipe);
	pipe.producer_commit();
	pipe.consumer_wait();
	__syncthreads();
	out[threadIdx.x] = s[127 - threadIdx.x];
	pipe.consumer_release();
}

int main() {
	primitives<<<1, 128>>>(nullptr, nullptr);
	one_thread<<<1, 128>>>(nullptr, nullptr);
}
