/* The macro names an array of a thread's own, too.  not fixed: tile: names other variables, too */
#define AT(r, c) tile[(r) * 32 + (c)]

__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[32 * 32];
	int x = threadIdx.x, y = threadIdx.y;
	AT(y, x) = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = AT(x, y);
}

__global__ void last(const float *in, float *out)
{
	float tile[64];
	for (int i = 0; i < 64; i++)
		tile[i] = in[threadIdx.x + i];
	out[threadIdx.x] = AT(1, threadIdx.x % 32);
}

void launch(const float *in, float *out)
{
	transpose<<<1, dim3(32, 32)>>>(in, out);
	last<<<1, 32>>>(in, out);
}
