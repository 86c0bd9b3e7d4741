// A 16x16 tile and a 16x16 block: each warp holds two rows, so padding by one leaves a conflict on both
// sides; an XOR swizzle leaves none.
const int N = 16;

__global__ void plain(float *out, const float *in)
{
	__shared__ float tile[N][N];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * N + x]; // fact: store 8/8 exact
	__syncthreads();
	out[y * N + x] = tile[x][y]; // fact: load 64/8 exact
}

__global__ void padded(float *out, const float *in)
{
	__shared__ float tile[N][N + 1];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * N + x]; // fact: store 16/8 exact
	__syncthreads();
	out[y * N + x] = tile[x][y]; // fact: load 16/8 exact
}

__global__ void swizzled(float *out, const float *in)
{
	__shared__ float tile[N][N];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x ^ y] = in[y * N + x]; // fact: store 8/8 exact
	__syncthreads();
	out[y * N + x] = tile[x][y ^ x]; // fact: load 8/8 exact
}

void launch(float *out, const float *in)
{
	plain<<<1, dim3(16, 16)>>>(out, in);
	padded<<<1, dim3(16, 16)>>>(out, in);
	swizzled<<<1, dim3(16, 16)>>>(out, in);
}
