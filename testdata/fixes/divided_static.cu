/* An array that pointers divide: two buffers of one part, then results; and the array itself as the first part. */
__global__ void buffers(const int *in, int *out)
{
	__shared__ __align__(16) int smem[2 * 64 * 16 + 64];
	int *tiles = smem, *last = smem + 2 * 64 * 16;
	const int t = threadIdx.x;
	int sum = 0;
	for (int s = 0; s < 8; s++) {
		for (int i = 0; i < 16; i++)
			tiles[(s & 1) * 1024 + t * 16 + i] = in[(s * 64 + t * 16 + i) & 1023];
		__syncthreads();
		for (int k = 0; k < 16; k++)
			sum += tiles[(s & 1) * 1024 + (t ^ k) * 16 + k];
	}
	last[t] = sum;
	__syncthreads();
	out[t] = last[63 - t];
}

__global__ void first_by_name(const int *in, int *out)
{
	__shared__ int tile[32 * 32 + 32];
	int *sums = &tile[32 * 32];
	const int t = threadIdx.x;
	for (int i = 0; i < 32; i++)
		tile[t * 32 + i] = in[t * 32 + i];
	__syncthreads();
	int sum = 0;
	for (int i = 0; i < 32; i++)
		sum += tile[i * 32 + t];
	sums[t] = sum;
	__syncthreads();
	out[64 + t] = sums[31 - t];
}

void launch(const int *in, int *out, int n)
{
	buffers<<<1, 64>>>(in, out);
	first_by_name<<<1, 32>>>(in, out);
}
