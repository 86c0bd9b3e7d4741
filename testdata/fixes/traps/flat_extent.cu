/* A flat tile of which size and rows are names: it grows with them. */
constexpr int rows = 32, pitch = 32, size = rows * pitch;

__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[size];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y * pitch + x] = in[y * pitch + x];
	__syncthreads();
	out[y * pitch + x] = tile[x * pitch + y];
}

void launch(const float *in, float *out)
{
	transpose<<<1, dim3(32, 32)>>>(in, out);
}
