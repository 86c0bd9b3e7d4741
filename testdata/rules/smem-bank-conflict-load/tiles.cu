/* Columns of tiles: in a function, in a loop, by a pointer, through dynamic memory. */

__device__ float pick(const float *tile, int row, int column)
{
	return tile[row * 32 + column]; // expect: smem-bank-conflict-load 32-way
}

__global__ void by_function(const int *in, int *out)
{
	__shared__ float tile[32 * 32];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y * 32 + x] = in[y * 32 + x]; // fact: store 32/32 exact
	__syncthreads();
	out[y * 32 + x] = (int)pick(tile, x, y);
}

__global__ void sixteen(const int *in, int *out)
{
	__shared__ float tile[16][16];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * 16 + x]; // fact: store 8/8 exact
	__syncthreads();
	out[y * 16 + x] = (int)tile[x][y]; // expect: smem-bank-conflict-load 8-way bank conflict: this load of 'tile' takes 8 wavefronts where 1 would do
}

__global__ void rows_of_8(const int *in, int *out)
{
	extern __shared__ int pool[];
	int x = threadIdx.x, y = threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		pool[(y + j) * 32 + x] = in[(y + j) * 32 + x]; // fact: store 32/32 exact
	__syncthreads();
	for (int j = 0; j < 32; j += 8)
		out[(y + j) * 32 + x] = pool[x * 32 + y + j]; // expect: smem-bank-conflict-load takes 32 wavefronts where 1 would do // fact: load 1024/32 exact
}

__global__ void row_walk(const int *in, int *out)
{
	__shared__ int rows[64][16];
	int tid = threadIdx.x, sum = 0;
	for (int i = tid; i < 64 * 16; i += 64)
		rows[i / 16][i % 16] = in[i]; // fact: store 32/32 exact
	__syncthreads();
	const int *mine = rows[tid];
#pragma unroll 1
	for (int i = 0; i < 16; i++)
		sum += mine[i]; // expect: smem-bank-conflict-load takes 16 wavefronts where 1 would do // fact: load 512/32 exact
	out[tid] = sum;
}

void launch(const int *in, int *out, int)
{
	by_function<<<1, dim3(32, 32)>>>(in, out);
	sixteen<<<1, dim3(16, 16)>>>(in, out);
	rows_of_8<<<1, dim3(32, 8), 32 * 32 * sizeof(int)>>>(in, out);
	row_walk<<<1, 64>>>(in, out);
}
