/* Transposing a tile through shared memory: the plain tile, padding, swizzles that help and others. */
#include "harness.h"

__global__ void copy_rows(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * 32 + x]; // fact: store 32/32
	__syncthreads();
	out[y * 32 + x] = tile[y][31 - x]; // fact: load 32/32
}

__global__ void columns_load(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * 32 + x]; // fact: store 32/32
	__syncthreads();
	out[y * 32 + x] = tile[x][y]; // fact: load 1024/32
}

__global__ void columns_store(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	tile[x][y] = in[y * 32 + x]; // fact: store 1024/32
	__syncthreads();
	out[y * 32 + x] = tile[y][x]; // fact: load 32/32
}

__global__ void padded(const float *in, float *out)
{
	__shared__ float tile[32][33];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * 32 + x]; // fact: store 32/32
	__syncthreads();
	out[y * 32 + x] = tile[x][y]; // fact: load 32/32
}

/* An even padding: 34 = 2 * 17, so every other bank stays unused. */
__global__ void padded_by_two(const float *in, float *out)
{
	__shared__ float tile[32][34];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * 32 + x]; // fact: store 32/32
	__syncthreads();
	out[y * 32 + x] = tile[x][y]; // fact: load 64/32
}

__global__ void swizzle_xor(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x ^ y] = in[y * 32 + x]; // fact: store 32/32
	__syncthreads();
	out[y * 32 + x] = tile[x][y ^ x]; // fact: load 32/32
}

__global__ void swizzle_rotate(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][(x + y) % 32] = in[y * 32 + x]; // fact: store 32/32
	__syncthreads();
	out[y * 32 + x] = tile[x][(y + x) % 32]; // fact: load 32/32
}

/* Permuting the rows leaves a column in one bank. */
__global__ void swizzle_of_rows(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y ^ (x % 32)][x] = in[y * 32 + x]; // fact: store 32/32
	__syncthreads();
	out[y * 32 + x] = tile[x ^ (y % 32)][y]; // fact: load 1024/32
}

/* A rotation by x / 16 spreads a column over two banks. */
__global__ void swizzle_too_coarse(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][(x + (y >> 4)) % 32] = in[y * 32 + x]; // fact: store 32/32
	__syncthreads();
	out[y * 32 + x] = tile[x][(y + (x >> 4)) % 32]; // fact: load 512/32
}

__global__ void rows_of_8(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		tile[y + j][x] = in[(y + j) * 32 + x]; // fact: store 32/32
	__syncthreads();
	for (int j = 0; j < 32; j += 8)
		out[(y + j) * 32 + x] = tile[x][y + j]; // fact: load 1024/32
}

__global__ void rows_of_8_padded(const float *in, float *out)
{
	__shared__ float tile[32][33];
	int x = threadIdx.x, y = threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		tile[y + j][x] = in[(y + j) * 32 + x]; // fact: store 32/32
	__syncthreads();
	for (int j = 0; j < 32; j += 8)
		out[(y + j) * 32 + x] = tile[x][y + j]; // fact: load 32/32
}

__global__ void small_columns(const float *in, float *out)
{
	__shared__ float tile[16][16];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * 16 + x]; // fact: store 8/8
	__syncthreads();
	out[y * 16 + x] = tile[x][y]; // fact: load 64/8
}

/* A warp is two rows of 16: with rows of 17 the end of one meets the start of the other, on both sides. */
__global__ void small_padded(const float *in, float *out)
{
	__shared__ float tile[16][17];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * 16 + x]; // fact: store 16/8
	__syncthreads();
	out[y * 16 + x] = tile[x][y]; // fact: load 16/8
}

__global__ void small_swizzle(const float *in, float *out)
{
	__shared__ float tile[16][16];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x ^ y] = in[y * 16 + x]; // fact: store 8/8
	__syncthreads();
	out[y * 16 + x] = tile[x][y ^ x]; // fact: load 8/8
}

static float transposed32(int i) { return float(i % 32 * 32 + i / 32); }
static float transposed16(int i) { return float(i % 16 * 16 + i / 16); }

int main()
{
	Array<float> in(1024), out(1024);
	in.upload();
	copy_rows<<<1, dim3(32, 32)>>>(in.device, out.device);
	expect("copy_rows", out, 1024, [](int i) { return float(i / 32 * 32 + 31 - i % 32); });
	columns_load<<<1, dim3(32, 32)>>>(in.device, out.device);
	expect("columns_load", out, 1024, transposed32);
	columns_store<<<1, dim3(32, 32)>>>(in.device, out.device);
	expect("columns_store", out, 1024, transposed32);
	padded<<<1, dim3(32, 32)>>>(in.device, out.device);
	expect("padded", out, 1024, transposed32);
	padded_by_two<<<1, dim3(32, 32)>>>(in.device, out.device);
	expect("padded_by_two", out, 1024, transposed32);
	swizzle_xor<<<1, dim3(32, 32)>>>(in.device, out.device);
	expect("swizzle_xor", out, 1024, transposed32);
	swizzle_rotate<<<1, dim3(32, 32)>>>(in.device, out.device);
	expect("swizzle_rotate", out, 1024, transposed32);
	swizzle_of_rows<<<1, dim3(32, 32)>>>(in.device, out.device);
	expect("swizzle_of_rows", out, 1024, transposed32);
	swizzle_too_coarse<<<1, dim3(32, 32)>>>(in.device, out.device);
	expect("swizzle_too_coarse", out, 1024, transposed32);
	rows_of_8<<<1, dim3(32, 8)>>>(in.device, out.device);
	expect("rows_of_8", out, 1024, transposed32);
	rows_of_8_padded<<<1, dim3(32, 8)>>>(in.device, out.device);
	expect("rows_of_8_padded", out, 1024, transposed32);
	small_columns<<<1, dim3(16, 16)>>>(in.device, out.device);
	expect("small_columns", out, 256, transposed16);
	small_padded<<<1, dim3(16, 16)>>>(in.device, out.device);
	expect("small_padded", out, 256, transposed16);
	small_swizzle<<<1, dim3(16, 16)>>>(in.device, out.device);
	expect("small_swizzle", out, 256, transposed16);
	return finish();
}
