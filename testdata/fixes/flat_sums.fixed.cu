static __device__ __forceinline__ int swizzle_s(int i)
{
	return i ^ (i >> 5 & 31);
}

/* Addresses that are sums, as an atomic's operand and behind a star. */
__global__ void counts(const int *in, int *out)
{
	__shared__ int s[1024];
	int t = threadIdx.x;
	for (int i = 0; i < 32; i++)
		s[swizzle_s(i << 5 | t)] = in[i * 32 + t];
	__syncthreads();
	for (int i = 0; i < 4; i++)
		atomicAdd(s + swizzle_s((t << 5) + i), i + 1);
	out[t] = *(s + swizzle_s(t << 5));
}

void launch(const int *in, int *out, int n)
{
	counts<<<1, 32>>>(in, out);
}
