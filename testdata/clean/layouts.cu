// Nothing to find here: every access takes no more wavefronts than it must.
const int N = 32;

__global__ void padded(float *out, const float *in, int width)
{
	__shared__ float tile[N][N + 1];
	int x = blockIdx.x * N + threadIdx.x, y = blockIdx.y * N + threadIdx.y;
	tile[threadIdx.y][threadIdx.x] = in[y * width + x];
	__syncthreads();
	out[x * width + y] = tile[threadIdx.x][threadIdx.y];
}

__global__ void reduce(float *out, const float *in)
{
	__shared__ float data[256];
	data[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
	__syncthreads();
	for (int s = 128; s > 0; s >>= 1) {
		if (threadIdx.x < s)
			data[threadIdx.x] += data[threadIdx.x + s];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = data[0];
}

// Rows of 8 values of 16 bytes, swizzled so that a column of them meets each bank once a phase.
__global__ void swizzled(float4 *out, const float4 *in)
{
	__shared__ float4 tile[32][8];
	int row = threadIdx.x / 8, column = threadIdx.x % 8;
	tile[row][column ^ (row % 8)] = in[threadIdx.x];
	__syncthreads();
	int other = threadIdx.x % 32, at = threadIdx.x / 32;
	out[threadIdx.x] = tile[other][at ^ (other % 8)];
}

void launch(float *out, const float *in, float4 *v, const float4 *w, int n)
{
	padded<<<dim3(n / N, n / N), dim3(N, N)>>>(out, in, n);
	reduce<<<n / 256, 256>>>(out, in);
	swizzled<<<1, 256>>>(v, w);
}
