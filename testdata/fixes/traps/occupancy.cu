/* 32 KiB for each of seven blocks: a padding would leave six of them on an SM, a swizzle all. */
__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[246][32];
	int x = threadIdx.x, y = threadIdx.y;
	for (int r = y; r < 246; r += 8)
		tile[r][x] = in[r * 32 + x];
	__syncthreads();
	for (int c = y; c < 32; c += 8)
		for (int r = 0; r < 246 - 31; r += 32)
			out[c * 256 + r + x] = tile[r + x][c];
}

void launch(const float *in, float *out)
{
	transpose<<<64, dim3(32, 8)>>>(in, out);
}
