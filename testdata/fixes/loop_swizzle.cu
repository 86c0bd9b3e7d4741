/* A swizzle in an unrolled loop over rows. */
__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[16][16];
	int x = threadIdx.x, y = threadIdx.y;
#pragma unroll
	for (int i = 0; i < 16; i += 4)
		tile[y + i][x] = in[(y + i) * 16 + x];
	__syncthreads();
#pragma unroll
	for (int i = 0; i < 16; i += 4)
		out[(y + i) * 16 + x] = tile[x][y + i];
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(16, 4)>>>((const float *)in, (float *)out);
}
