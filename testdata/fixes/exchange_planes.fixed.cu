/* Two planes, of which the last two dimensions are exchanged; a function gets all of it. */
__device__ int put(int (&slots)[2][16][32], int plane, int t, int k, int value)
{
	return slots[plane][k][t] = value;
}

__global__ void planes(const int *in, int *out)
{
	__shared__ int slots[2][16][32];
	int t = threadIdx.x, sum = 0;
#pragma unroll 1
	for (int k = 0; k < 16; k++)
		sum += put(slots, k & 1, t, k, in[t + k]);
	out[t] = slots[0][2][t] + slots[1][3][t] + sum;
}

void launch(const int *in, int *out, int n)
{
	planes<<<1, 32>>>(in, out);
}
