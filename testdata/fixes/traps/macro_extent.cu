/* Only a swizzle frees 16 x 16.  The size is a macro, which a build may set: other sizes are masked, or refused. */
#ifndef BLOCK
#define BLOCK 16
#endif

__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[BLOCK][BLOCK]; // a block
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * BLOCK + x];
	__syncthreads();
	out[y * BLOCK + x] = tile[x][y];
}

void launch(const float *in, float *out)
{
	transpose<<<1, dim3(BLOCK, BLOCK)>>>(in, out);
}
