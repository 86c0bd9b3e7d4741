// PyTorch is not installed: its functions for warps and blocks are there all the same.
#include <ATen/cuda/DeviceUtils.cuh>
#include <ATen/native/cuda/block_reduce.cuh>

__global__ void summed(const float *in, float *out)
{
	__shared__ float sums[32], tile[64 * 4];
	float v = in[threadIdx.x];
	for (int by = 16; by > 0; by /= 2)
		v += WARP_SHFL_XOR(v, by);
	const int warp = WARP_SHFL(threadIdx.x / 32, 0), above = WARP_SHFL_UP(threadIdx.x, 1);
	tile[warp * 128 + above % 32 * 4] = v; // fact: store 8/2 exact
	WARP_SYNC();
	const float sum = at::native::cuda_utils::BlockReduceSum(tile[threadIdx.x] + WARP_BALLOT(v > 0), sums); // fact: load 3/3 exact | store 2/2 exact
	if (threadIdx.x == 0)
		gpuAtomicAdd(out, sum + doLdg(in));
}

void launch(const float *in, float *out)
{
	summed<<<1, 64>>>(in, out);
}
