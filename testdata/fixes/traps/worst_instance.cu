/* Rows of 32 and of 33: a swizzle, or one more element, would free the first and break the second. */
template <int PITCH>
__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[32][PITCH];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = tile[x][y];
}

void launch(const float *in, float *out)
{
	transpose<32><<<1, dim3(32, 32)>>>(in, out);
	transpose<33><<<1, dim3(32, 32)>>>(in, out);
}
