/* A macro names an array of each kernel, also of one that nothing launches here: they change together. */
#define WIDTH 32
#define AT(r, c) tile[(r) * WIDTH + (c)]

__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[WIDTH * WIDTH];
	int x = threadIdx.x, y = threadIdx.y;
	AT(y, x) = in[y * WIDTH + x];
	__syncthreads();
	out[y * WIDTH + x] = AT(x, y);
}

__global__ void transpose_twice(const float *in, float *out)
{
	__shared__ float tile[WIDTH * WIDTH];
	int x = threadIdx.x, y = threadIdx.y;
	AT(x, y) = in[y * WIDTH + x];
	__syncthreads();
	out[1024 + y * WIDTH + x] = AT(y, x) + 1;
}

// smemlint: block(256)
__global__ void rows(const float *in, float *out)
{
	__shared__ float tile[WIDTH * WIDTH];
	AT(threadIdx.y, threadIdx.x) = in[threadIdx.x];
	__syncthreads();
	out[threadIdx.x] = AT(31 - threadIdx.y, threadIdx.x);
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(32, 32)>>>((const float *)in, (float *)out);
	transpose_twice<<<1, dim3(32, 32)>>>((const float *)in, (float *)out);
}
