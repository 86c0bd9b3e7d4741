/* Local pointers to a row, or to another place in an array: what they are set to is a part of the index. */
__global__ void rows(const int *in, int *out)
{
	__shared__ int tile[32][33];
	__shared__ int flat[1056];
	const int t = threadIdx.x;
	int *row = tile[t], *mine = flat + t * 33;
	const int *also = &flat[t * 33];
	for (int i = 0; i < 32; i++) {
		row[i] = in[t * 32 + i];
		mine[i] = in[1024 + t * 32 + i];
	}
	__syncthreads();
	int sum = 0;
	for (int i = 0; i < 32; i++)
		sum += tile[i][t] * flat[i * 33 + t];
	out[t] = sum + also[5];
}

__global__ void derived(const int *in, int *out)
{
	__shared__ int smem[1184];
	int *tile = smem;
	int *last = smem + 1152;
	const int t = threadIdx.x;
	int *mine = tile + t * 36;
	for (int i = 0; i < 32; i++)
		mine[i] = in[t * 32 + i];
	__syncthreads();
	last[t] = tile[t * 36 + 5];
	__syncthreads();
	out[32 + t] = last[t ^ 1];
}

void launch(const int *in, int *out, int n)
{
	rows<<<1, 32>>>(in, out);
	derived<<<1, 32>>>(in, out);
}
