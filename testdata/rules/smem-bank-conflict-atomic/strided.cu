// Counters that lie 32 words apart, so that all lanes meet in one bank.
__global__ void count(const int *in)
{
	__shared__ int counters[32 * 32];
	atomicAdd(&counters[32 * threadIdx.x], in[threadIdx.x]); // expect: smem-bank-conflict-atomic 32-way
}

void launch(const int *in)
{
	count<<<1, 32>>>(in);
}
