// One 32x32 tile, filled by rows and read by columns, in the layouts that texts give.
const int N = 32;

__global__ void by_columns(float *out, const float *in)
{
	__shared__ float tile[N][N];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * N + x]; // fact: store 32/32 exact
	__syncthreads();
	out[y * N + x] = tile[x][y]; // fact: load 1024/32 exact
}

__global__ void by_rows(float *out, const float *in)
{
	__shared__ float tile[N][N];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * N + x]; // fact: store 32/32 exact
	__syncthreads();
	out[y * N + x] = tile[y][x]; // fact: load 32/32 exact
}

__global__ void padded(float *out, const float *in)
{
	__shared__ float tile[N][N + 1];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * N + x]; // fact: store 32/32 exact
	__syncthreads();
	out[y * N + x] = tile[x][y]; // fact: load 32/32 exact
}

__global__ void swizzled_xor(float *out, const float *in)
{
	__shared__ float tile[N][N];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x ^ y] = in[y * N + x]; // fact: store 32/32 exact
	__syncthreads();
	out[y * N + x] = tile[x][y ^ x]; // fact: load 32/32 exact
}

__global__ void rotated(float *out, const float *in)
{
	__shared__ float tile[N][N];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][(x + y) % N] = in[y * N + x]; // fact: store 32/32 exact
	__syncthreads();
	out[y * N + x] = tile[x][(x + y) % N]; // fact: load 32/32 exact
}

// The row is permuted, the column is not: all lanes stay in one bank.
__global__ void swizzled_row(float *out, const float *in)
{
	__shared__ float tile[N][N];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * N + x]; // fact: store 32/32 exact
	__syncthreads();
	out[y * N + x] = tile[x ^ (y % 32)][y]; // fact: load 1024/32 exact
}

__global__ void half_rotated(float *out, const float *in)
{
	__shared__ float tile[N][N];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * N + x]; // fact: store 32/32 exact
	__syncthreads();
	out[y * N + x] = tile[x][(y + (x >> 4)) % 32]; // fact: load 512/32 exact
}

void launch(float *out, const float *in)
{
	dim3 block(N, N);
	by_columns<<<1, block>>>(out, in);
	by_rows<<<1, block>>>(out, in);
	padded<<<1, block>>>(out, in);
	swizzled_xor<<<1, block>>>(out, in);
	rotated<<<1, block>>>(out, in);
	swizzled_row<<<1, block>>>(out, in);
	half_rotated<<<1, block>>>(out, in);
}
