/* Addresses that are sums of several terms: the array's own, one after the other.  Rows by a factor in one of them, then rows that
 * no subscript is made of. */
__global__ void rows(const int *in, int *out)
{
	__shared__ int s[1152];
	int t = threadIdx.x;
	for (int i = 0; i < 32; i++)
		*(s + threadIdx.x + (i * 36)) = in[i * 32 + t];
	__syncthreads();
	for (int i = 0; i < 32; i++)
		atomicAdd(s + t * 36 + i, i + 1);
	__syncthreads();
	for (int i = 0; i < 32; i++)
		out[i * 32 + t] = s[t * 36 + i];
}

static __device__ __forceinline__ int pad_sums(unsigned i)
{
	return i + (i >> 5) * 4;
}

__global__ void reorder(const int *in, int *out)
{
	__shared__ int sums[288];
	int t = threadIdx.x;
	for (int k = 0; k < 8; k++)
		sums[pad_sums(k << 5 | t)] = in[k * 32 + t];
	__syncthreads();
	for (int k = 0; k < 8; k++)
		atomicAdd(sums + pad_sums((t << 3) + (unsigned)(k & 6) + (k & 1)), k + 1);
	__syncthreads();
	for (int k = 0; k < 8; k++)
		out[k * 32 + t] = *(sums + pad_sums(8 * t + 0) + k);
}

void launch(const int *in, int *out, int n)
{
	rows<<<1, 32>>>(in, out);
	reorder<<<1, 32>>>(in, out);
}
