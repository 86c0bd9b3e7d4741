/* Vector types, and arrays of scalars that are read through a cast to one. */
#include "harness.h"

__global__ void cast_to_float4(const float *in, float *out)
{
	__shared__ __align__(16) float data[128];
	int lane = threadIdx.x;
	for (int i = 0; i < 4; i++)
		data[lane + 32 * i] = in[lane + 32 * i]; // fact: store 4/4
	__syncthreads();
	float4 v = *reinterpret_cast<float4 *>(&data[4 * lane]); // fact: load 4/4
	out[lane] = v.x + v.y + v.z + v.w;
}

/* Rows of 32 floats, one row a lane: each phase of eight lanes meets in the same four banks. */
__global__ void cast_row_starts(const float *in, float *out)
{
	__shared__ __align__(16) float data[32 * 32];
	int lane = threadIdx.x;
	for (int i = 0; i < 32; i++)
		data[lane + 32 * i] = in[lane + 32 * i]; // fact: store 32/32
	__syncthreads();
	float4 v = ((float4 *)data)[8 * lane]; // fact: load 32/4
	out[lane] = v.x + v.y + v.z + v.w;
}

/* Rows of 36 floats keep the alignment and free the banks. */
__global__ void cast_padded_rows(const float *in, float *out)
{
	__shared__ __align__(16) float data[32][36];
	int lane = threadIdx.x;
	for (int i = 0; i < 32; i++)
		data[i][lane] = in[lane + 32 * i]; // fact: store 32/32
	__syncthreads();
	float4 v = *(const float4 *)data[lane]; // fact: load 4/4
	out[lane] = v.x + v.y + v.z + v.w;
}

__global__ void float4_elements(const float *in, float *out)
{
	__shared__ float4 data[32];
	int lane = threadIdx.x;
	data[lane] = ((const float4 *)in)[lane]; // fact: store 4/4
	__syncthreads();
	float4 v = data[31 - lane]; // fact: load 4/4
	out[lane] = v.x + v.y + v.z + v.w;
}

/* One component of each vector: a stride of four words. */
__global__ void one_component(const float *in, float *out)
{
	__shared__ float4 data[32];
	int lane = threadIdx.x;
	data[lane] = ((const float4 *)in)[lane]; // fact: store 4/4
	__syncthreads();
	out[lane] = data[31 - lane].y; // fact: load 4/1
}

__global__ void float2_elements(const float *in, float *out)
{
	__shared__ float2 data[64];
	int lane = threadIdx.x;
	data[2 * lane] = ((const float2 *)in)[lane]; // fact: store 4/2
	__syncthreads();
	float2 v = data[62 - 2 * lane]; // fact: load 4/2
	out[lane] = v.x + v.y;
}

/* A column of float2: every lane of a phase in the same two banks. */
__global__ void float2_columns(const float *in, float *out)
{
	__shared__ float2 data[16][16];
	int x = threadIdx.x, y = threadIdx.y;
	data[y][x] = ((const float2 *)in)[y * 16 + x]; // fact: store 16/16
	__syncthreads();
	float2 v = data[x][y]; // fact: load 256/16
	out[y * 16 + x] = v.x + v.y;
}

int main()
{
	Array<float> in(1024), out(256);
	in.upload();
	cast_to_float4<<<1, 32>>>(in.device, out.device);
	expect("cast_to_float4", out, 32, [](int i) { return 16.0f * i + 6; });
	cast_row_starts<<<1, 32>>>(in.device, out.device);
	expect("cast_row_starts", out, 32, [](int i) { return 128.0f * i + 6; });
	cast_padded_rows<<<1, 32>>>(in.device, out.device);
	expect("cast_padded_rows", out, 32, [](int i) { return 128.0f * i + 6; });
	float4_elements<<<1, 32>>>(in.device, out.device);
	expect("float4_elements", out, 32, [](int i) { return 16.0f * (31 - i) + 6; });
	one_component<<<1, 32>>>(in.device, out.device);
	expect("one_component", out, 32, [](int i) { return 4.0f * (31 - i) + 1; });
	float2_elements<<<1, 32>>>(in.device, out.device);
	expect("float2_elements", out, 32, [](int i) { return 4.0f * (31 - i) + 1; });
	float2_columns<<<1, dim3(16, 16)>>>(in.device, out.device);
	expect("float2_columns", out, 256, [](int i) { return 4.0f * (i % 16 * 16 + i / 16) + 1; });
	return finish();
}
