/* Two parts of dynamic shared memory, whose fixes change the same text: where the second begins, and what the launch allocates.  The
 * kernel is a template of this file: no other can launch it. */
template <int BM, int BN, int BK> __global__ void product(const int *in, int *out, int k)
{
	extern __shared__ int smem[];
	int *as = smem, *bs = as + BM * (BK + 4);
	const int x = threadIdx.x, y = threadIdx.y;
	int sum = 0;
	for (int i = 0; i < k; i += BK) {
		as[x * (BK + 4) + y] = in[y * k + i + x];
		bs[x * (BK + 4) + y] = in[(i + y) * BN + x];
		__syncthreads();
		for (int j = 0; j < BK; j++)
			sum += as[y * (BK + 4) + j] * bs[x * (BK + 4) + j];
		__syncthreads();
	}
	out[y * BN + x] = sum;
}

void launch(const int *in, int *out, int n)
{
	product<32, 32, 32><<<1, dim3(32, 32), (32 + 32) * 32 * sizeof(int) + 1024>>>(in, out, 64);
}
