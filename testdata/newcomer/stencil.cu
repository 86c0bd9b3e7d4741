// Five points of a 2D grid, with a halo of one element around a tile of 16x16.
#define T 16

__global__ void stencil(const float *in, float *out, int width, int height)
{
	__shared__ float s[T + 2][T + 2];
	int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
	int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
	if (x >= width || y >= height)
		return;
	s[ly][lx] = in[y * width + x];
	if (threadIdx.x == 0 && x > 0)
		s[ly][0] = in[y * width + x - 1];
	if (threadIdx.x == T - 1 && x + 1 < width)
		s[ly][T + 1] = in[y * width + x + 1];
	if (threadIdx.y == 0 && y > 0)
		s[0][lx] = in[(y - 1) * width + x];
	if (threadIdx.y == T - 1 && y + 1 < height)
		s[T + 1][lx] = in[(y + 1) * width + x];
	__syncthreads();
	out[y * width + x] = 0.2f * (s[ly][lx] + s[ly][lx - 1] + s[ly][lx + 1] + s[ly - 1][lx] + s[ly + 1][lx]);
}

void step(const float *in, float *out, int width, int height)
{
	dim3 block(T, T), grid((width + T - 1) / T, (height + T - 1) / T);
	stencil<<<grid, block>>>(in, out, width, height);
}
