/* Two planes, of which the last two dimensions are exchanged; a function gets all of it. */
__device__ int put(int (&slots)[2][32][16], int plane, int t, int k, int value)
{
	return slots[plane][t][k] = value;
}

__global__ void planes(const int *in, int *out)
{
	__shared__ int slots[2][32][16];
	int t = threadIdx.x, sum = 0;
#pragma unroll 1
	for (int k = 0; k < 16; k++)
		sum += put(slots, k & 1, t, k, in[t + k]);
	out[t] = slots[0][t][2] + slots[1][t][3] + sum;
}

void launch(const int *in, int *out, int n)
{
	planes<<<1, 32>>>(in, out);
}
