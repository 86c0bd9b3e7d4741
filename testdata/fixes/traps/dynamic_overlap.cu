/* Two names of one dynamic memory: a layout of the first would not be the second's.  unsafe fixes */
__global__ void transpose(const float *in, float *out)
{
	extern __shared__ float tile[]; // not fixed: tile: another array is at the same place
	extern __shared__ int bits[];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y * 32 + x] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = tile[x * 32 + y] + bits[0];
}

void launch(const float *in, float *out)
{
	transpose<<<1, dim3(32, 32), 32 * 32 * sizeof(float)>>>(in, out);
}
