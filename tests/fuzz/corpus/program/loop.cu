__global__ void k(float *p, int n)
{
	__shared__ float t[32][33];
	extern __shared__ float more[];
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		t[i % 32][threadIdx.y] += more[i * 2];
	if (threadIdx.x < 16)
		p[0] = t[threadIdx.x][0] + t[threadIdx.y ^ 3][threadIdx.x << 1];
	__syncthreads();
	atomicAdd(&t[0][threadIdx.x & 7], 1.0f);
}
void go(float *p) { k<<<dim3(1, 2), dim3(32, 8), 4096>>>(p, 64); }
