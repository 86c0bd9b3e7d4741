/* Dynamic shared memory: the launches allocate the longer rows.  unsafe fixes */
#define TILE 32

__global__ void transpose(const float *in, float *out)
{
	extern __shared__ float tile[];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y * (TILE + 1) + x] = in[y * TILE + x];
	__syncthreads();
	out[y * TILE + x] = tile[x * (TILE + 1) + y];
}

void launch(const int *in, int *out, int n)
{
	const int bytes = TILE * TILE * sizeof(float);
	transpose<<<1, dim3(TILE, TILE), TILE * (TILE + 1) * sizeof(float)>>>((const float *)in, (float *)out);
	transpose<<<1, dim3(TILE, TILE), bytes + bytes / 128 * 4>>>((const float *)in, (float *)out);
}
