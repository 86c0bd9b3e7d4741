/* Counters by columns: updates of different words on one bank. */
__global__ void count(const int *in, int *out)
{
	__shared__ int counts[32][33];
	int x = threadIdx.x, y = threadIdx.y;
	counts[y][x] = 0;
	__syncthreads();
	atomicAdd(&counts[x][y], in[y * 32 + x]);
	__syncthreads();
	out[y * 32 + x] = counts[y][x];
}

void launch(const int *in, int *out, int n)
{
	count<<<1, dim3(32, 32)>>>(in, out);
}
