/* The second index changes what the first one reads; a function may. */
__device__ int next(int &i)
{
	return ++i & 31;
}

__global__ void kept(const int *in, int *out)
{
	__shared__ int changed[64][32]; // not fixed: changed: whose order would change
	__shared__ int called[64][32]; // not fixed: called: whose order would change
	int i = threadIdx.x, j = threadIdx.x, k = in[i] & 31;
	changed[i][i++ & 31] = k;
	called[j][next(j)] = k;
	changed[threadIdx.x][k] = 1;
	called[threadIdx.x][k] = 1;
	out[threadIdx.x] = changed[threadIdx.x][k] + called[threadIdx.x][k] + i + j;
}

void launch(const int *in, int *out, int n)
{
	kept<<<1, 64>>>(in, out);
}
