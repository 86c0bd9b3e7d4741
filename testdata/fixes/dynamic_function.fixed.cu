static __device__ __forceinline__ int pad_words(unsigned i)
{
	return i + (i >> 5);
}

/* Dynamic shared memory, padded by a function of the index: the launch allocates more.  unsafe fixes */
__global__ void every_eighth(const float *in, float *out)
{
	extern __shared__ float words[];
	int t = threadIdx.x;
	if (t < 60)
		words[pad_words(t << 3)] = in[t];
	__syncthreads();
	if (t < 60)
		out[t] = words[pad_words(t << 3)];
}

void launch(const int *in, int *out, int n)
{
	every_eighth<<<1, 64, 477 * sizeof(float) + (477 * sizeof(float)) / 128 * 4>>>((const float *)in, (float *)out);
}
