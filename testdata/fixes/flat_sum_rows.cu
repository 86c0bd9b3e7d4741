/* The row's length in a sum. */
__global__ void counts(const int *in, int *out)
{
	__shared__ int s[32 * 32];
	int t = threadIdx.x;
	for (int i = 0; i < 32; i++)
		s[i * 32 + t] = in[i * 32 + t];
	__syncthreads();
	for (int i = 0; i < 4; i++)
		atomicAdd(s + (t * 32 + i), i + 1);
	out[t] = s[t * 32];
}

void launch(const int *in, int *out, int n)
{
	counts<<<1, 32>>>(in, out);
}
