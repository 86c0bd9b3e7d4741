/* The macro names an array of the host, too, that would be read in another way.  not fixed: tile: used in code that is not analysed */
#define AT(r, c) tile[(r) * 32 + (c)]

__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[32 * 32];
	int x = threadIdx.x, y = threadIdx.y;
	AT(y, x) = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = AT(x, y);
}

void launch(const float *in, float *out)
{
	transpose<<<1, dim3(32, 32)>>>(in, out);
}

float sum(const float *in)
{
	static float tile[32 * 32];
	float sum = 0;
	for (int i = 0; i < 32; i++)
		AT(i, 31 - i) = in[i];
	for (int i = 0; i < 1024; i++)
		sum += tile[i] * i;
	return sum;
}
