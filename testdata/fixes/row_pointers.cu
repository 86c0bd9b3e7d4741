/* Local pointers to a row, or to another place in an array: what they are set to is a part of the index. */
__global__ void rows(const int *in, int *out)
{
	__shared__ int tile[32][32];
	__shared__ int flat[1024];
	const int t = threadIdx.x;
	int *row = tile[t], *mine = flat + t * 32;
	const int *also = &flat[t * 32];
	for (int i = 0; i < 32; i++) {
		row[i] = in[t * 32 + i];
		mine[i] = in[1024 + t * 32 + i];
	}
	__syncthreads();
	int sum = 0;
	for (int i = 0; i < 32; i++)
		sum += tile[i][t] * flat[i * 32 + t];
	out[t] = sum + also[5];
}

__global__ void derived(const int *in, int *out)
{
	__shared__ int smem[1056];
	int *tile = smem;
	int *last = smem + 1024;
	const int t = threadIdx.x;
	int *mine = tile + t * 32;
	for (int i = 0; i < 32; i++)
		mine[i] = in[t * 32 + i];
	__syncthreads();
	last[t] = tile[t * 32 + 5];
	__syncthreads();
	out[32 + t] = last[t ^ 1];
}

void launch(const int *in, int *out, int n)
{
	rows<<<1, 32>>>(in, out);
	derived<<<1, 32>>>(in, out);
}
