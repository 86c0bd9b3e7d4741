/* Loops, divergence, device functions, templates, dynamic shared memory. */
#include "harness.h"

/* Each lane sums a column of the tile: a row of it at a time, all banks. */
__global__ void column_walk(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int lane = threadIdx.x;
	for (int i = 0; i < 32; i++)
		tile[i][lane] = in[i * 32 + lane]; // fact: store 32/32
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < 32; i++)
		sum += tile[i][lane]; // fact: load 32/32
	out[lane] = sum;
}

/* Each lane sums a row: a column at a time, one bank.  Unrolled, the compiler would read four elements at
 * once, so the loop is kept. */
__global__ void row_walk(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int lane = threadIdx.x;
	for (int i = 0; i < 32; i++)
		tile[i][lane] = in[i * 32 + lane]; // fact: store 32/32
	__syncthreads();
	float sum = 0;
#pragma unroll 1
	for (int i = 0; i < 32; i++)
		sum += tile[lane][i]; // fact: load 1024/32
	out[lane] = sum;
}

__global__ void row_walk_padded(const float *in, float *out)
{
	__shared__ float tile[32][33];
	int lane = threadIdx.x;
	for (int i = 0; i < 32; i++)
		tile[i][lane] = in[i * 32 + lane]; // fact: store 32/32
	__syncthreads();
	float sum = 0;
#pragma unroll 1
	for (int i = 0; i < 32; i++)
		sum += tile[lane][i]; // fact: load 32/32
	out[lane] = sum;
}

/* Starting each lane at another element serves as well as padding. */
__global__ void row_walk_rotated(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int lane = threadIdx.x;
	for (int i = 0; i < 32; i++)
		tile[i][lane] = in[i * 32 + lane]; // fact: store 32/32
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < 32; i++)
		sum += tile[lane][(i + lane) % 32]; // fact: load 32/32
	out[lane] = sum;
}

/* Half the lanes: half the conflict. */
__global__ void half_warp(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int lane = threadIdx.x;
	for (int i = 0; i < 32; i++)
		tile[i][lane] = in[i * 32 + lane]; // fact: store 32/32
	__syncthreads();
	float got = -1;
	if (lane < 16)
		got = tile[lane][3]; // fact: load 16/1
	out[lane] = got;
}

__global__ void one_lane(const float *in, float *out)
{
	__shared__ float data[32];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1
	__syncthreads();
	float got = 0;
	if (lane == 7)
		for (int i = 0; i < 32; i += 2)
			got += data[i]; // fact: load 16/16
	out[lane] = got;
}

/* The two sides of a branch are two requests: one ends with a load, the other with a product. */
__global__ void both_sides(const float *in, float *out)
{
	__shared__ float data[512];
	int lane = threadIdx.x;
	for (int i = lane; i < 512; i += 32)
		data[i] = in[i]; // fact: store 16/16
	__syncthreads();
	if (lane % 2)
		out[lane] = data[lane * 16]; // fact: load 16/1
	else
		out[lane] = 2 * data[lane]; // fact: load 1/1
}

__device__ float pick(const float *row, int column)
{
	return row[column]; // fact: load 33/2
}

/* Once along a row, once down a column. */
__global__ void through_a_function(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int lane = threadIdx.x;
	for (int i = 0; i < 32; i++)
		tile[i][lane] = in[i * 32 + lane]; // fact: store 32/32
	__syncthreads();
	out[lane] = pick(tile[4], lane) + pick(tile[lane], 5);
}

template <typename T, int N, int PAD> __global__ void template_tile(const T *in, T *out)
{
	__shared__ T tile[N][N + PAD];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * N + x]; // fact: store 32/32
	__syncthreads();
	out[y * N + x] = tile[x][y]; // fact: load 1024/32
}

template <typename T, int N, int PAD> __global__ void template_tile_padded(const T *in, T *out)
{
	__shared__ T tile[N][N + PAD];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * N + x]; // fact: store 32/32
	__syncthreads();
	out[y * N + x] = tile[x][y]; // fact: load 32/32
}

/* Two arrays in one dynamic piece: a padded 32x32 tile, and a row of sums behind it. */
__global__ void two_in_dynamic(const float *in, float *out)
{
	extern __shared__ float pool[];
	float *tile = pool;
	float *sums = pool + 32 * 33;
	int lane = threadIdx.x;
	for (int i = 0; i < 32; i++)
		tile[i * 33 + lane] = in[i * 32 + lane]; // fact: store 32/32
	__syncthreads();
	float sum = 0;
#pragma unroll 1
	for (int i = 0; i < 32; i++)
		sum += tile[lane * 33 + i]; // fact: load 32/32
	sums[lane * 8] = sum; // fact: store 8/1
	__syncthreads();
	out[lane] = sums[(31 - lane) * 8]; // fact: load 8/1
}

/* A dynamic piece of several types: ints, then doubles. */
__global__ void mixed_dynamic(const float *in, float *out)
{
	extern __shared__ __align__(16) unsigned char bytes[];
	int *order = (int *)bytes;
	double *values = (double *)(bytes + 32 * sizeof(int));
	int lane = threadIdx.x;
	order[lane] = 31 - lane; // fact: store 1/1
	values[lane] = in[lane]; // fact: store 2/2
	__syncthreads();
	int from = order[lane ^ 1]; // fact: load 1/1
	out[lane] = (float)values[from]; // fact: load * data-dependent (data decide, and how many doubles there are is known at run time)
}

static float row_sum(int i) { return 1024.0f * i + 496; }

int main()
{
	Array<float> in(1024), out(1024);
	in.upload();
	column_walk<<<1, 32>>>(in.device, out.device);
	expect("column_walk", out, 32, [](int i) { return 32.0f * i + 15872; });
	row_walk<<<1, 32>>>(in.device, out.device);
	expect("row_walk", out, 32, row_sum);
	row_walk_padded<<<1, 32>>>(in.device, out.device);
	expect("row_walk_padded", out, 32, row_sum);
	row_walk_rotated<<<1, 32>>>(in.device, out.device);
	expect("row_walk_rotated", out, 32, row_sum);
	half_warp<<<1, 32>>>(in.device, out.device);
	expect("half_warp", out, 32, [](int i) { return i < 16 ? 32.0f * i + 3 : -1; });
	one_lane<<<1, 32>>>(in.device, out.device);
	expect("one_lane", out, 32, [](int i) { return i == 7 ? 240.0f : 0; });
	both_sides<<<1, 32>>>(in.device, out.device);
	expect("both_sides", out, 32, [](int i) { return float(i % 2 ? 16 * i : 2 * i); });
	through_a_function<<<1, 32>>>(in.device, out.device);
	expect("through_a_function", out, 32, [](int i) { return 33.0f * i + 133; });
	template_tile<float, 32, 0><<<1, dim3(32, 32)>>>(in.device, out.device);
	expect("template_tile", out, 1024, [](int i) { return float(i % 32 * 32 + i / 32); });
	template_tile_padded<float, 32, 1><<<1, dim3(32, 32)>>>(in.device, out.device);
	expect("template_tile_padded", out, 1024, [](int i) { return float(i % 32 * 32 + i / 32); });
	two_in_dynamic<<<1, 32, (32 * 33 + 256) * sizeof(float)>>>(in.device, out.device);
	expect("two_in_dynamic", out, 32, [](int i) { return row_sum(31 - i); });
	mixed_dynamic<<<1, 32, 32 * (sizeof(int) + sizeof(double))>>>(in.device, out.device);
	expect("mixed_dynamic", out, 32, [](int i) { return float(31 - (i ^ 1)); });
	return finish();
}
