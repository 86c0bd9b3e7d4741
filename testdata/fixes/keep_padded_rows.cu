/* Rows of 17 that have 4 elements more, which no access touches: with 9 more they would be more than half again of what is
 * accessed.  not fixed: tile: more than half */
#define PITCH 17
__global__ void rows(const int *in, int *out)
{
	__shared__ double tile[8][PITCH + 4];
	int t = threadIdx.x;
	double sum = t;
	for (int i = t; i < 136; i += 256)
		tile[i / 17][i % 17] = in[i];
	__syncthreads();
	if (t % 3 != 1)
		sum += tile[t % 8][t % 17];
	if (t % 5 != 1)
		sum += tile[t % 8][t % 17];
	sum += tile[t % 8][(t + t / 2) % 17];
	out[t] = (int)sum;
}

void launch(const int *in, int *out, int n)
{
	rows<<<1, 256>>>(in, out);
}
