/* Arrays of structs: the struct's size is the stride. */
#include "harness.h"

struct Pair {
	float key, value;
};
struct Point {
	float x, y, z;
};
struct Body {
	float x, y, z, mass;
};
struct Padded {
	float x, y, z, mass, unused;
};
struct Tagged {
	double weight;
	short tag;
};

__global__ void first_of_8_bytes(const float *in, float *out)
{
	__shared__ Pair pairs[32];
	int lane = threadIdx.x;
	pairs[lane].key = in[lane]; // fact: store 2/1
	__syncthreads();
	out[lane] = pairs[31 - lane].key; // fact: load 2/1
}

__global__ void of_12_bytes(const float *in, float *out)
{
	__shared__ Point points[32];
	int lane = threadIdx.x;
	points[lane].x = in[lane]; // fact: store 1/1
	points[lane].z = in[lane]; // fact: store 1/1
	__syncthreads();
	float sum = points[31 - lane].x; // fact: load 1/1
	sum += points[lane].z; // fact: load 1/1
	out[lane] = sum;
}

__global__ void first_of_16_bytes(const float *in, float *out)
{
	__shared__ Body bodies[32];
	int lane = threadIdx.x;
	bodies[lane].x = in[lane]; // fact: store 4/1
	__syncthreads();
	out[lane] = bodies[31 - lane].x; // fact: load 4/1
}

__global__ void last_of_16_bytes(const float *in, float *out)
{
	__shared__ Body bodies[32];
	int lane = threadIdx.x;
	bodies[lane].mass = in[lane]; // fact: store 4/1
	__syncthreads();
	out[lane] = bodies[31 - lane].mass; // fact: load 4/1
}

__global__ void of_20_bytes(const float *in, float *out)
{
	__shared__ Padded bodies[32];
	int lane = threadIdx.x;
	bodies[lane].mass = in[lane]; // fact: store 1/1
	__syncthreads();
	out[lane] = bodies[31 - lane].mass; // fact: load 1/1
}

/* 16 bytes, a double and a short: each phase of sixteen doubles meets twice, the shorts four times. */
__global__ void of_mixed_fields(const float *in, float *out)
{
	__shared__ Tagged items[32];
	int lane = threadIdx.x;
	items[lane].weight = in[lane]; // fact: store 4/2
	items[lane].tag = (short)in[lane]; // fact: store 4/1
	__syncthreads();
	double weight = items[31 - lane].weight; // fact: load 4/2
	out[lane] = (float)weight + items[lane].tag; // fact: load 4/1
}

/* The same data as an array for each field. */
__global__ void field_arrays(const float *in, float *out)
{
	__shared__ struct {
		float x[32], mass[32];
	} bodies;
	int lane = threadIdx.x;
	bodies.x[lane] = in[lane]; // fact: store 1/1
	bodies.mass[lane] = in[lane]; // fact: store 1/1
	__syncthreads();
	float sum = bodies.x[31 - lane]; // fact: load 1/1
	sum += bodies.mass[lane]; // fact: load 1/1
	out[lane] = sum;
}

int main()
{
	Array<float> in(32), out(32);
	in.upload();
	auto reversed = [](int i) { return float(31 - i); };
	auto both = [](int) { return 31.0f; };
	first_of_8_bytes<<<1, 32>>>(in.device, out.device);
	expect("first_of_8_bytes", out, 32, reversed);
	of_12_bytes<<<1, 32>>>(in.device, out.device);
	expect("of_12_bytes", out, 32, both);
	first_of_16_bytes<<<1, 32>>>(in.device, out.device);
	expect("first_of_16_bytes", out, 32, reversed);
	last_of_16_bytes<<<1, 32>>>(in.device, out.device);
	expect("last_of_16_bytes", out, 32, reversed);
	of_20_bytes<<<1, 32>>>(in.device, out.device);
	expect("of_20_bytes", out, 32, reversed);
	of_mixed_fields<<<1, 32>>>(in.device, out.device);
	expect("of_mixed_fields", out, 32, both);
	field_arrays<<<1, 32>>>(in.device, out.device);
	expect("field_arrays", out, 32, both);
	return finish();
}
