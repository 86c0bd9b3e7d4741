// The swizzle permutes the rows that a column walk visits anyway.
__global__ void transpose(float *out, const float *in)
{
	__shared__ float tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = tile[x ^ (y % 32)][y]; // expect: smem-swizzle-no-help
}

void launch(float *out, const float *in)
{
	transpose<<<1, dim3(32, 32)>>>(out, in);
}
