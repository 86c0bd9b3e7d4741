/* Floating-point sums in shared memory are loops of compare-and-swap. */
__global__ void one_word(const float *in, float *out)
{
	__shared__ float total[2];
	int t = threadIdx.x;
	if (t < 2)
		total[t] = 0;
	__syncthreads();
	atomicAdd(&total[t / 32], in[t]); // expect: smem-atomic-retry 32 lanes update one word by compare-and-swap: this atomic on 'total' takes 64 wavefronts where 2 would do
	__syncthreads();
	out[t] = total[t / 32];
}

/* Integers have a unit of their own, which is a warning. */
__global__ void integers(const int *in, int *out)
{
	__shared__ int total[2];
	int t = threadIdx.x;
	if (t < 2)
		total[t] = 0;
	__syncthreads();
	atomicAdd(&total[t / 32], in[t]); // expect: smem-atomic-contention 32 lanes update one word: this atomic on 'total' takes 32 wavefronts where 1 would do
	__syncthreads();
	out[t] = total[t / 32];
}

/* Each lane has a word. */
__global__ void apart(const float *in, float *out)
{
	__shared__ float total[64];
	int t = threadIdx.x;
	total[t] = 0;
	__syncthreads();
	atomicAdd(&total[t], in[t]);
	__syncthreads();
	out[t] = total[63 - t];
}

void launch(const float *in, float *out, const int *ints, int *sums)
{
	one_word<<<1, 64>>>(in, out);
	integers<<<1, 64>>>(ints, sums);
	apart<<<1, 64>>>(in, out);
}
