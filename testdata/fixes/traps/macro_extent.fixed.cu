/* Only a swizzle frees 16 x 16.  The size is a macro, which a build may set: other sizes are masked, or refused. */
#ifndef BLOCK
#define BLOCK 16
#endif

__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[BLOCK][BLOCK]; // a block
	static_assert(BLOCK % 16 == 0, "the swizzle of 'tile' needs rows of multiples of 16 elements");
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x ^ (y & 15)] = in[y * BLOCK + x];
	__syncthreads();
	out[y * BLOCK + x] = tile[x][y ^ (x & 15)];
}

void launch(const float *in, float *out)
{
	transpose<<<1, dim3(BLOCK, BLOCK)>>>(in, out);
}
