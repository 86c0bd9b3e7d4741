/* Sums of one word, in a loop that is not unrolled, so that nothing is merged. */
__global__ void sums(const float *in, float *out, int n)
{
	__shared__ float acc[64][16];
	int t = threadIdx.x;
#pragma unroll 1
	for (int k = 0; k < 16; k++)
		acc[t][k] = in[k];
	for (int i = 0; i < 8; i++) {
#pragma unroll 1
		for (int k = 0; k < 16; k++)
			acc[t][k] += in[(i * 16 + k) * 64 + t];
	}
	out[t] = acc[t][n & 15];
}

void launch(const int *in, int *out, int n)
{
	sums<<<1, 64>>>((const float *)in, (float *)out, n);
}
