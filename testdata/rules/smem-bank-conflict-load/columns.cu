// A tile that is read by columns.
const int N = 32;

__global__ void transpose(float *out, const float *in, int width)
{
	__shared__ float tile[N][N];
	int x = blockIdx.x * N + threadIdx.x, y = blockIdx.y * N + threadIdx.y;
	tile[threadIdx.y][threadIdx.x] = in[y * width + x];
	__syncthreads();
	out[x * width + y] = tile[threadIdx.x][threadIdx.y]; // expect: smem-bank-conflict-load 32-way bank conflict: this load of 'tile' takes 32 wavefronts where 1 would do
}

void launch(float *out, const float *in, int n)
{
	transpose<<<dim3(n / N, n / N), dim3(N, N)>>>(out, in, n);
}
