static __device__ __forceinline__ int swizzle_a(int i)
{
	return i ^ (i >> 5 & 31);
}

static __device__ __forceinline__ int swizzle_b(int i)
{
	return i ^ (i >> 5 & 31);
}

/* Subscripts that are not made of rows stay as they are where rows get longer: those of data, and where no launch here goes. */
__global__ void by_data(const int *in, int *out)
{
	__shared__ int a[1024];
	__shared__ int b[1024];
	const int t = threadIdx.x;
	for (int i = 0; i < 32; i++)
		a[swizzle_a(t * 32 + i)] = b[swizzle_b(t * 32 + i)] = in[t * 32 + i];
	__syncthreads();
	int sum = a[swizzle_a(in[t] & 1023)];
	for (int i = 0; i < 32; i++)
		sum += a[swizzle_a(i * 32 + t)] + b[swizzle_b(i * 32 + t)];
	if (blockDim.x == 64)
		sum += b[swizzle_b(t)];
	out[t] = sum;
}

void launch(const int *in, int *out, int n)
{
	by_data<<<1, 32>>>(in, out);
}
