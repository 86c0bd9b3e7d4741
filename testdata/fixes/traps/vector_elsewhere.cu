/* Blocks that are launched elsewhere may access vectors, which a padding by one element would split, or go from row to row; so may
 * data. */
__global__ void columns(const float *in, float *out)
{
	__shared__ __align__(16) float tile[32][32]; // not fixed: tile: an access of several elements, which no launch here makes, might be split
	int t = threadIdx.x;
	float4 v = {};
	for (int i = 0; i < 32; i++)
		tile[i][t & 31] = in[i * 32 + t];
	__syncthreads();
	if (blockDim.x > 32)
		v = *(const float4 *)&tile[t & 31][4];
	out[t] = tile[t & 31][0] + v.x + v.y + v.z + v.w;
}

__global__ void rows(const int *in, int *out)
{
	__shared__ int tile[32][32]; // not fixed: tile: some of its accesses are not known, and some are by vectors
	int t = threadIdx.x, sum = 0;
	for (int i = 0; i < 32; i++)
		tile[i][t] = in[i * 32 + t];
	__syncthreads();
	for (int i = 0; i < 32; i++)
		sum += tile[t][(i * 5 + 3) & 31];
	out[t] = sum + (&tile[t][0])[in[t] & 31];
}

__global__ void flat(const float *in, float *out)
{
	__shared__ float tile[32][32]; // not fixed: tile: it is accessed at a calculated address, which no launch here shows
	int t = threadIdx.x;
	float sum = 0;
	for (int i = 0; i < 32; i++)
		tile[i][t & 31] = in[i * 32 + t];
	__syncthreads();
	if (blockDim.x > 32)
		sum = (&tile[0][0])[t];
	for (int i = 0; i < 32; i++)
		sum += tile[t & 31][i * 5 & 31];
	out[t] = sum;
}

void launch(const int *in, int *out)
{
	columns<<<1, 32>>>((const float *)in, (float *)out);
	rows<<<1, 32>>>(in, out);
	flat<<<1, 32>>>((const float *)in, (float *)out);
}
