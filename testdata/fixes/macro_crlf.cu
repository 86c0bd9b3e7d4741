/* A swizzle in a macro that goes on in the next line, in a file whose lines end with CRLF. */
#define AT(r, c) \
	tile[r][c]
__global__ void k(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	AT(y, x) = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = AT(x, y);
}
void launch(const int *in, int *out, int n)
{
	k<<<1, dim3(32, 32)>>>((const float *)in, (float *)out);
}
