/* Shapes of blocks: how lanes fall into warps, and where the shape is said. */

enum { WIDTH = 16, HEIGHT = 8 };
#define TILE 16
constexpr int DEPTH = 2;

/* Lane l of warp w is the thread 32 * w + l, counted along x, then y, then z. */
__global__ void three_dimensions(const int *in, int *out)
{
	__shared__ int data[4][4][8];
	int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
	data[z][y][x] = in[x]; // fact: store 4/4 exact
	__syncthreads();
	int got = data[y][z][x]; // fact: load 16/4 exact
	got += data[y][x % 4][z]; // fact: load 16/4 exact
	out[x] = got;
}

/* Rows of 20: warps begin in the middle of one. */
__global__ void rows_of_20(const int *in, int *out)
{
	__shared__ int data[20][20];
	__shared__ int wide[20][32];
	int x = threadIdx.x, y = threadIdx.y;
	data[y][x] = in[x]; // fact: store 13/13 exact
	wide[y][x] = in[x]; // fact: store 25/13 exact
	__syncthreads();
	int got = data[x][y]; // fact: load 36/13 exact
	got += wide[y][x + 12]; // fact: load 25/13 exact
	out[x] = got;
}

__global__ void rows_of_48(const int *in, int *out)
{
	__shared__ int data[2][64];
	int x = threadIdx.x, y = threadIdx.y;
	data[y][x] = in[x]; // fact: store 4/3 exact
	__syncthreads();
	out[x] = data[y ^ 1][x]; // fact: load 4/3 exact
}

/* The last warp has 4 lanes. */
__global__ void a_hundred(const int *in, int *out)
{
	__shared__ int data[1600];
	int tid = threadIdx.x;
	data[tid] = in[tid]; // fact: store 4/4 exact
	__syncthreads();
	out[tid] = data[tid * 16]; // fact: load 50/4 exact
}

__global__ void one_thread(const int *in, int *out)
{
	__shared__ int data[8];
	for (int i = 0; i < 8; i += 2)
		data[i] = in[i]; // fact: store 4/4 exact
	__syncthreads();
	out[0] = data[*in & 7]; // fact: load 1/1 exact
}

__global__ void a_thousand(const int *in, int *out)
{
	__shared__ int data[2048];
	int tid = threadIdx.y * blockDim.x + threadIdx.x;
	data[2 * tid] = in[tid]; // fact: store 64/32 exact
	__syncthreads();
	out[tid] = data[tid]; // fact: load 32/32 exact
}

__global__ void from_a_variable(const int *in, int *out)
{
	__shared__ int data[WIDTH][HEIGHT];
	data[threadIdx.x][threadIdx.y] = in[threadIdx.x]; // fact: store 16/4 exact
	__syncthreads();
	out[threadIdx.x] = data[15 - threadIdx.x][threadIdx.y]; // fact: load 16/4 exact
}

__global__ void from_an_expression(const int *in, int *out)
{
	__shared__ int data[64][8];
	data[threadIdx.x][0] = in[threadIdx.x]; // fact: store 16/2 exact
	__syncthreads();
	out[threadIdx.x] = data[63 - threadIdx.x][0]; // fact: load 16/2 exact
}

__global__ void from_a_macro(const int *in, int *out)
{
	__shared__ int tile[TILE][TILE];
	tile[threadIdx.y][threadIdx.x] = in[threadIdx.x]; // fact: store 8/8 exact
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x][threadIdx.y]; // fact: load 64/8 exact
}

__global__ void from_fields(const int *in, int *out)
{
	__shared__ int tile[TILE][TILE];
	tile[threadIdx.y][threadIdx.x] = in[threadIdx.x]; // fact: store 4/4 exact
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x][threadIdx.y]; // fact: load 32/4 exact
}

__global__ void __launch_bounds__(128) only_bounds(const int *in, int *out)
{
	__shared__ int data[1024];
	data[threadIdx.x] = in[threadIdx.x]; // fact: store 4/4 exact block 128,1,1
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x * 8]; // fact: load 32/4 exact block 128,1,1
}

// smemlint: block(32, 8)
__global__ void only_a_comment(const int *in, int *out)
{
	__shared__ int tile[32][33];
	tile[threadIdx.y][threadIdx.x] = in[threadIdx.x]; // fact: store 8/8 exact block 32,8,1
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x][threadIdx.y]; // fact: load 8/8 exact block 32,8,1
}

/* Two launches: each counts for itself. */
__global__ void twice(const int *in, int *out)
{
	__shared__ int data[1024];
	int tid = threadIdx.y * blockDim.x + threadIdx.x;
	data[tid] = in[tid]; // fact: store 1/1 exact block 32,1,1 | store 4/4 exact block 8,16,1
	__syncthreads();
	out[tid] = data[threadIdx.x * 16]; // fact: load 16/1 exact block 32,1,1 | load 16/4 exact block 8,16,1
}

void launch(const int *in, int *out, int n)
{
	dim3 cube(8, 4, 4);
	three_dimensions<<<1, cube>>>(in, out);
	rows_of_20<<<1, dim3(20, 20)>>>(in, out);
	rows_of_48<<<1, dim3(48, 2)>>>(in, out);
	a_hundred<<<1, 100>>>(in, out);
	one_thread<<<1, 1>>>(in, out);
	a_thousand<<<1, dim3(64, 16)>>>(in, out);
	const dim3 block(WIDTH, HEIGHT);
	from_a_variable<<<dim3(1, 1), block>>>(in, out);
	const int threads = 16 * DEPTH + 32;
	from_an_expression<<<n / n, threads>>>(in, out);
	from_a_macro<<<1, dim3(TILE, TILE)>>>(in, out);
	dim3 fields;
	fields.x = TILE;
	fields.y = TILE / 2;
	from_fields<<<1, fields>>>(in, out);
	twice<<<1, 32>>>(in, out);
	twice<<<1, dim3(8, 16)>>>(in, out);
}
