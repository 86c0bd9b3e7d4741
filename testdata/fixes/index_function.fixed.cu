static __device__ __forceinline__ int pad_s(unsigned i)
{
	return i + (i >> 5) * 4;
}

/* Adjacent words of a thread: nvcc reads them four at a time, and still does once the index is padded. */
__global__ void sums(const float *in, float *out)
{
	__shared__ float s[1152];
	int t = threadIdx.x;
	for (int i = 0; i < 32; i++)
		s[pad_s((i << 5) + t)] = in[i * 32 + t];
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < 32; i++)
		sum += s[pad_s(t << 5) + i] * (i + 1);
	out[t] = sum + s[pad_s(t << 5) + 31];
}

void launch(const int *in, int *out, int n)
{
	sums<<<1, 32>>>((const float *)in, (float *)out);
}
