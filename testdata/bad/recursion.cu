__shared__ float data[256];

__device__ float down(int depth)
{
	return depth == 0 ? data[threadIdx.x] : down(depth - 1) + data[2 * threadIdx.x % 256];
}

__device__ float ping(int i);
__device__ float pong(int i) { return ping(i + 1) + data[i]; }
__device__ float ping(int i) { return pong(i + 1) + ping(i + 2); }

__global__ void recurse(float *out, int n)
{
	out[threadIdx.x] = down(1000000) + down(n) + ping(threadIdx.x);
}

void launch(float *out, int n)
{
	recurse<<<1, 256>>>(out, n);
}
