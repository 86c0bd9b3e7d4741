/* What nvcc makes of neighbouring accesses of one thread: requests of 8 and 16 bytes, at the line of the first load or
 * the last store of each; the other lines cost nothing.  docs/developers/compiler.md has the rules. */
#include "harness.h"

/* Two neighbours, on a multiple of 8 bytes. */
__global__ void pair(const float *in, float *out)
{
	__shared__ float data[64];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1
	data[lane + 32] = in[lane + 32]; // fact: store 1/1
	__syncthreads();
	float low = data[2 * lane]; // fact: load 2/2 exact
	float high = data[2 * lane + 1]; // fact: load 0/0 exact
	out[lane] = low + high;
}

/* The same two, on odd places. */
__global__ void odd_pair(const float *in, float *out)
{
	__shared__ float data[68];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1
	data[lane + 32] = in[lane + 32]; // fact: store 1/1
	data[lane % 4 + 64] = in[lane % 4 + 64]; // fact: store 1/1
	__syncthreads();
	float low = data[2 * lane + 1]; // fact: load 2/1 exact
	float high = data[2 * lane + 2]; // fact: load 2/1 exact
	out[lane] = low + high;
}

/* Four in any order stand at the line of the first. */
__global__ void four(const float *in, float *out)
{
	__shared__ float data[128];
	int lane = threadIdx.x;
	for (int i = 0; i < 128; i += 32)
		data[lane + i] = in[lane + i]; // fact: store 4/4
	__syncthreads();
	float a = data[4 * lane + 2]; // fact: load 4/4 exact
	float b = data[4 * lane]; // fact: load 0/0 exact
	float c = data[4 * lane + 3]; // fact: load 0/0 exact
	float d = data[4 * lane + 1]; // fact: load 0/0 exact
	out[lane] = a + b + c + d;
}

/* Three of four: the fourth is loaded for nothing. */
__global__ void three(const float *in, float *out)
{
	__shared__ float data[128];
	int lane = threadIdx.x;
	for (int i = 0; i < 128; i += 32)
		data[lane + i] = in[lane + i]; // fact: store 4/4
	__syncthreads();
	float a = data[4 * lane + 1]; // fact: load 4/4 exact
	float b = data[4 * lane + 2]; // fact: load 0/0 exact
	float c = data[4 * lane + 3]; // fact: load 0/0 exact
	out[lane] = a + b + c;
}

/* Two of four that are no pair: both stand at the line of the first. */
__global__ void two_of_four(const float *in, float *out)
{
	__shared__ float data[128];
	int lane = threadIdx.x;
	for (int i = 0; i < 128; i += 32)
		data[lane + i] = in[lane + i]; // fact: store 4/4
	__syncthreads();
	float a = data[4 * lane]; // fact: load 8/2 exact
	float b = data[4 * lane + 2]; // fact: load 0/0 exact
	out[lane] = a + b;
}

/* A loop that is unrolled; lanes are 32 bytes apart. */
__global__ void eight_turns(const float *in, float *out)
{
	__shared__ float data[256];
	int lane = threadIdx.x;
	for (int i = 0; i < 256; i += 32)
		data[lane + i] = in[lane + i]; // fact: store 8/8
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < 8; i++)
		sum += data[8 * lane + i]; // fact: load 16/8 exact
	out[lane] = sum;
}

/* Nine: two requests of four, and one that is left over. */
__global__ void nine_turns(const float *in, float *out)
{
	__shared__ float data[512];
	int lane = threadIdx.x;
	for (int i = 0; i < 512; i += 32)
		data[lane + i] = in[lane + i]; // fact: store 16/16
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < 9; i++)
		sum += data[16 * lane + i]; // fact: load 48/9 exact
	out[lane] = sum;
}

/* The same as eight_turns, but the loop must not be unrolled. */
__global__ void not_laid_out(const float *in, float *out)
{
	__shared__ float data[256];
	int lane = threadIdx.x;
	for (int i = 0; i < 256; i += 32)
		data[lane + i] = in[lane + i]; // fact: store 8/8
	__syncthreads();
	float sum = 0;
#pragma unroll 1
	for (int i = 0; i < 8; i++)
		sum += data[8 * lane + i]; // fact: load 64/8 exact
	out[lane] = sum;
}

/* Stores stand at the line of the last. */
__global__ void four_stores(const float *in, float *out)
{
	__shared__ float data[128];
	int lane = threadIdx.x;
	data[4 * lane + 1] = in[lane]; // fact: store 0/0 exact
	data[4 * lane + 3] = in[lane + 32]; // fact: store 0/0 exact
	data[4 * lane] = in[lane + 64]; // fact: store 0/0 exact
	data[4 * lane + 2] = in[lane + 96]; // fact: store 4/4 exact
	__syncthreads();
	out[lane] = data[4 * (31 - lane) + 1]; // fact: load 4/1
}

/* Of three stores two are merged. */
__global__ void three_stores(const float *in, float *out)
{
	__shared__ float data[128];
	int lane = threadIdx.x;
	data[4 * lane] = in[lane]; // fact: store 0/0 exact
	data[4 * lane + 1] = in[lane + 32]; // fact: store 4/2 exact
	data[4 * lane + 2] = in[lane + 64]; // fact: store 4/1 exact
	__syncthreads();
	out[lane] = data[4 * (31 - lane)]; // fact: load 4/1
}

/* Alternating stores to two arrays are not merged. */
__global__ void stores_in_turn(const float *in, float *out)
{
	__shared__ float left[128];
	__shared__ float right[128];
	int lane = threadIdx.x;
	for (int i = 0; i < 4; i++) {
		left[4 * lane + i] = in[lane + 32 * i]; // fact: store 16/4 exact
		right[4 * lane + i] = in[lane + 32 * i + 1]; // fact: store 16/4 exact
	}
	__syncthreads();
	float sum = left[4 * (31 - lane)]; // fact: load 4/1
	sum -= right[4 * (31 - lane)]; // fact: load 4/1
	out[lane] = sum;
}

/* A store to another array comes between. */
__global__ void store_between(const float *in, float *out)
{
	__shared__ float data[64];
	__shared__ float other[32];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1
	data[lane + 32] = in[lane + 32]; // fact: store 1/1
	__syncthreads();
	float low = data[2 * lane]; // fact: load 2/1 exact
	other[lane] = in[lane]; // fact: store 1/1
	float high = data[2 * lane + 1]; // fact: load 2/1 exact
	__syncthreads();
	out[lane] = low + high + other[31 - lane]; // fact: load 1/1
}

/* Volatile accesses stay. */
__global__ void with_volatile(const float *in, float *out)
{
	__shared__ volatile float data[64];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1
	data[lane + 32] = in[lane + 32]; // fact: store 1/1
	__syncthreads();
	float low = data[2 * lane]; // fact: load 2/1 exact
	float high = data[2 * lane + 1]; // fact: load 2/1 exact
	out[lane] = low + high;
}

/* Rows of 33: not aligned, not merged, free of conflicts. */
__global__ void rows_of_33(const float *in, float *out)
{
	__shared__ float rows[32][33];
	int lane = threadIdx.x;
	for (int i = 0; i < 4; i++)
		rows[i][lane] = in[lane]; // fact: store 4/4
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < 4; i++)
		sum += rows[lane % 4][lane / 4 * 4 + i]; // fact: load 4/4 exact
	out[lane] = sum;
}

/* Rows of 36 keep 16 bytes together, on different banks. */
__global__ void rows_of_36(const float *in, float *out)
{
	__shared__ float rows[32][36];
	int lane = threadIdx.x;
	for (int i = 0; i < 32; i++)
		rows[i][lane] = in[lane]; // fact: store 32/32
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < 4; i++)
		sum += rows[lane][i]; // fact: load 4/4 exact
	out[lane] = sum;
}

/* Rows of 34 keep 8 bytes together. */
__global__ void rows_of_34(const float *in, float *out)
{
	__shared__ float rows[32][34];
	int lane = threadIdx.x;
	for (int i = 0; i < 32; i++)
		rows[i][lane] = in[lane]; // fact: store 32/32
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < 4; i++)
		sum += rows[lane][i]; // fact: load 4/4 exact
	out[lane] = sum;
}

/* An array that begins at an odd word is not aligned. */
__global__ void odd_base(const float *in, float *out)
{
	__shared__ int flag;
	__shared__ float data[64];
	int lane = threadIdx.x;
	if (lane == 0)
		flag = (int)in[1]; // fact: store 1/1
	data[lane] = in[lane]; // fact: store 1/1
	data[lane + 32] = in[lane + 32]; // fact: store 1/1
	__syncthreads();
	float low = data[2 * lane]; // fact: load 2/1 exact
	float high = data[2 * lane + 1]; // fact: load 2/1 exact
	out[lane] = (low + high) * flag; // fact: load 1/1
}

/* Two doubles. */
__global__ void doubles(const float *in, float *out)
{
	__shared__ double data[64];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 2/2
	data[lane + 32] = in[lane + 32]; // fact: store 2/2
	__syncthreads();
	double low = data[2 * lane]; // fact: load 4/4 exact
	double high = data[2 * lane + 1]; // fact: load 0/0 exact
	out[lane] = (float)(low + high);
}

/* Short integers: stores are merged, loads are not. */
__global__ void shorts(const int *in, int *out)
{
	__shared__ unsigned short data[128];
	int lane = threadIdx.x;
	for (int i = 0; i < 4; i++)
		data[4 * lane + i] = (unsigned short)in[lane + 32 * i]; // fact: store 2/2 exact
	__syncthreads();
	int sum = data[2 * lane]; // fact: load 1/1 exact
	sum += data[2 * lane + 1]; // fact: load 1/1 exact
	out[lane] = sum;
}

/* The fields of a record of 16 bytes. */
__global__ void fields(const float *in, float *out)
{
	__shared__ struct { float x, y, z, w; } items[32];
	int lane = threadIdx.x;
	items[lane].x = in[lane]; // fact: store 0/0 exact
	items[lane].y = in[lane + 32]; // fact: store 0/0 exact
	items[lane].z = in[lane + 64]; // fact: store 0/0 exact
	items[lane].w = in[lane + 96]; // fact: store 4/4 exact
	__syncthreads();
	float sum = items[31 - lane].x; // fact: load 4/4 exact
	sum += items[31 - lane].y; // fact: load 0/0 exact
	sum += items[31 - lane].z; // fact: load 0/0 exact
	sum += items[31 - lane].w; // fact: load 0/0 exact
	out[lane] = sum;
}

/* Of 12 bytes: not aligned. */
__global__ void fields_of_12(const float *in, float *out)
{
	__shared__ struct { float x, y, z; } items[32];
	int lane = threadIdx.x;
	items[lane].x = in[lane]; // fact: store 1/1 exact
	items[lane].y = in[lane + 32]; // fact: store 1/1 exact
	items[lane].z = in[lane + 64]; // fact: store 1/1 exact
	__syncthreads();
	float sum = items[31 - lane].x; // fact: load 1/1 exact
	sum += items[31 - lane].y; // fact: load 1/1 exact
	sum += items[31 - lane].z; // fact: load 1/1 exact
	out[lane] = sum;
}

/* A condition that nvcc cannot tell: what is in it is merged. */
__global__ void in_a_condition(const float *in, float *out, int n)
{
	__shared__ float data[64];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1
	data[lane + 32] = in[lane + 32]; // fact: store 1/1
	__syncthreads();
	float sum = 0;
	if (lane < n)
		sum = data[2 * lane] + data[2 * lane + 1]; // fact: load 2/2 exact
	out[lane] = sum;
}

__device__ float element(const float *from, int i)
{
	return from[i]; // fact: load 2/2 exact
}

/* Called functions are inlined: the line is the callee's. */
__global__ void in_a_function(const float *in, float *out)
{
	__shared__ float data[64];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1
	data[lane + 32] = in[lane + 32]; // fact: store 1/1
	__syncthreads();
	out[lane] = element(data, 2 * lane) + element(data, 2 * lane + 1);
}

/* A division has a slow way of its own, which ends straight-line code. */
__global__ void around_a_division(const float *in, float *out)
{
	__shared__ float data[64];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1
	data[lane + 32] = in[lane + 32]; // fact: store 1/1
	__syncthreads();
	float low = data[2 * lane] / in[1]; // fact: load 2/1
	float high = data[2 * lane + 1] / in[1]; // fact: load 2/1
	out[lane] = low + high;
}

/* An outer loop that remains, an inner one that is unrolled. */
__global__ void inner_turns(const float *in, float *out, int n)
{
	__shared__ float data[512];
	int lane = threadIdx.x;
	for (int i = 0; i < 512; i += 32)
		data[lane + i] = in[lane + i]; // fact: store 16/16
	__syncthreads();
	float sum = 0;
#pragma unroll 1
	for (int k = 0; k < n; k++)
		for (int i = 0; i < 4; i++)
			sum += data[128 * k + 4 * lane + i]; // fact: load 32/8 bound // measured: load 16/8
	out[lane] = sum;
}

int main()
{
	Array<float> in(512), out(32);
	Array<int> whole(512), wholes(32);
	in.upload();
	whole.upload();
	pair<<<1, 32>>>(in.device, out.device);
	expect("pair", out, 32, [](int i) { return float(4 * i + 1); });
	odd_pair<<<1, 32>>>(in.device, out.device);
	expect("odd_pair", out, 32, [](int i) { return float(4 * i + 3); });
	four<<<1, 32>>>(in.device, out.device);
	expect("four", out, 32, [](int i) { return float(16 * i + 6); });
	three<<<1, 32>>>(in.device, out.device);
	expect("three", out, 32, [](int i) { return float(12 * i + 6); });
	two_of_four<<<1, 32>>>(in.device, out.device);
	expect("two_of_four", out, 32, [](int i) { return float(8 * i + 2); });
	eight_turns<<<1, 32>>>(in.device, out.device);
	expect("eight_turns", out, 32, [](int i) { return float(64 * i + 28); });
	nine_turns<<<1, 32>>>(in.device, out.device);
	expect("nine_turns", out, 32, [](int i) { return float(144 * i + 36); });
	not_laid_out<<<1, 32>>>(in.device, out.device);
	expect("not_laid_out", out, 32, [](int i) { return float(64 * i + 28); });
	four_stores<<<1, 32>>>(in.device, out.device);
	expect("four_stores", out, 32, [](int i) { return float(31 - i); });
	three_stores<<<1, 32>>>(in.device, out.device);
	expect("three_stores", out, 32, [](int i) { return float(31 - i); });
	stores_in_turn<<<1, 32>>>(in.device, out.device);
	expect("stores_in_turn", out, 32, [](int i) { (void)i; return -1.0f; });
	store_between<<<1, 32>>>(in.device, out.device);
	expect("store_between", out, 32, [](int i) { return float(4 * i + 1 + 31 - i); });
	with_volatile<<<1, 32>>>(in.device, out.device);
	expect("with_volatile", out, 32, [](int i) { return float(4 * i + 1); });
	rows_of_33<<<1, 32>>>(in.device, out.device);
	expect("rows_of_33", out, 32, [](int i) { return float(i / 4 * 16 + 6); });
	rows_of_36<<<1, 32>>>(in.device, out.device);
	expect("rows_of_36", out, 32, [](int i) { (void)i; return 6.0f; });
	rows_of_34<<<1, 32>>>(in.device, out.device);
	expect("rows_of_34", out, 32, [](int i) { (void)i; return 6.0f; });
	odd_base<<<1, 32>>>(in.device, out.device);
	expect("odd_base", out, 32, [](int i) { return float(4 * i + 1); });
	doubles<<<1, 32>>>(in.device, out.device);
	expect("doubles", out, 32, [](int i) { return float(4 * i + 1); });
	shorts<<<1, 32>>>(whole.device, wholes.device);
	expect("shorts", wholes, 32, [](int i) { return (i / 2) * 2 + 32 * (i % 2 ? 5 : 1); });
	fields<<<1, 32>>>(in.device, out.device);
	expect("fields", out, 32, [](int i) { return float(4 * (31 - i) + 192); });
	fields_of_12<<<1, 32>>>(in.device, out.device);
	expect("fields_of_12", out, 32, [](int i) { return float(3 * (31 - i) + 96); });
	in_a_condition<<<1, 32>>>(in.device, out.device, 32);
	expect("in_a_condition", out, 32, [](int i) { return float(4 * i + 1); });
	in_a_function<<<1, 32>>>(in.device, out.device);
	expect("in_a_function", out, 32, [](int i) { return float(4 * i + 1); });
	around_a_division<<<1, 32>>>(in.device, out.device);
	expect("around_a_division", out, 32, [](int i) { return float(4 * i + 1); });
	inner_turns<<<1, 32>>>(in.device, out.device, 2);
	expect("inner_turns", out, 32, [](int i) { return float(2 * (16 * i + 6) + 512); });
	return finish();
}
