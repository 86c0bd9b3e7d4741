/* Of a vector nvcc loads only what is used: a word, or a half; two other words one by one; of three words all four
 * (ptxas of nvcc 13.0 for sm_80 and sm_90a, by the machine code of 57 loads).  Strides stay those of the vector. */
#include <cuda_fp16.h>

__device__ float4 *filled(const int *in, float4 *s)
{
	const int t = threadIdx.x;
	s[t] = make_float4(in[t], in[t + 1], in[t + 2], in[t + 3]); // fact: store 4/4 exact block 32
	__syncthreads();
	return s;
}

#define VECTORS(name, use, loaded) \
	__global__ void name(const int *in, int *out) \
	{ \
		__shared__ float4 s[32]; \
		filled(in, s); \
		loaded; \
		out[threadIdx.x] = (int)(use); \
	}
#define V const float4 v = s[threadIdx.x ^ 1]

VECTORS(x, v.x, V)         // fact: load 4/1 exact block 32
VECTORS(y, v.y, V)         // fact: load 4/1 exact block 32
VECTORS(z, v.z, V)         // fact: load 4/1 exact block 32
VECTORS(w, v.w, V)         // fact: load 4/1 exact block 32
VECTORS(xy, v.x + v.y, V)  // fact: load 4/2 exact block 32
VECTORS(zw, v.z + v.w, V)  // fact: load 4/2 exact block 32
VECTORS(xz, v.x + v.z, V)  // fact: load 8/2 exact block 32
VECTORS(yz, v.y + v.z, V)  // fact: load 8/2 exact block 32
VECTORS(xw, v.x + v.w, V)  // fact: load 8/2 exact block 32
VECTORS(yw, v.y + v.w, V)  // fact: load 8/2 exact block 32
VECTORS(xyz, v.x + v.y + v.z, V) // fact: load 4/4 exact block 32
VECTORS(xzw, v.x + v.z + v.w, V) // fact: load 4/4 exact block 32
VECTORS(all, v.x + v.y + v.z + v.w, V) // fact: load 4/4 exact block 32

/* What it is copied to, and computed with, on the way. */
VECTORS(copied, b.y, V; float4 a = v; const float4 b = a; a.x = v.z) // fact: load 4/1 exact block 32
VECTORS(computed, sum, V; float sum = v.x; float other = v.y; other *= v.z; sum += v.x) // fact: load 4/1 exact block 32
VECTORS(by_value, [](float4 a) { return a.x + a.y + a.z + a.w; }(v), V) // fact: load 4/4 exact block 32
VECTORS(by_address, (&v.x)[in[0] & 3], V) // fact: load 4/4 exact block 32
VECTORS(twice, v.x + s[threadIdx.x].y, V) // fact: load 8/2 exact block 32

/* Elements of arrays, in loops. */
__global__ void window(const int *in, float *out)
{
	__shared__ uint4 s[32];
	const int t = threadIdx.x;
	filled(in, (float4 *)s);
	__half x[16] = {};
	((uint4 *)x)[1] = make_uint4(in[t], in[t + 1], in[t + 2], in[t + 3]);
	((uint4 *)x)[0] = s[t ^ 1]; // fact: load 4/2 exact block 32
	float v[16];
	for (int i = 0; i < 16; ++i)
		v[i] = __half2float(x[i]);
	for (int i = 0; i < 8; ++i) {
		float sum = 0;
		for (int k = 0; k < 4; ++k)
			sum += in[k] * v[8 + i - (4 - k - 1)];
		out[t * 8 + i] = sum;
	}
}

/* Which elements is not known: all. */
__global__ void any(const int *in, int *out, int n)
{
	__shared__ float4 s[32];
	const int t = threadIdx.x;
	filled(in, s);
	float v[8];
	((float4 *)v)[0] = s[t ^ 1]; // fact: load 4/4 exact block 32
	((float4 *)v)[1] = make_float4(0, 1, 2, 3);
	for (int i = 0; i < n; i++)
		out[t + i] = (int)v[i & 7];
}

/* A record without an alignment is loaded word by word. */
struct Loose {
	float x, y, z, w;
};

__global__ void loose(const int *in, int *out)
{
	__shared__ Loose s[32];
	const int t = threadIdx.x;
	s[t].x = in[t];     // fact: store 4/1 exact block 32
	s[t].w = in[t + 1]; // fact: store 4/1 exact block 32
	__syncthreads();
	const Loose v = s[t ^ 1]; // fact: load 8/2 exact block 32
	out[t] = (int)(v.x + v.w);
}

/* Numbers in classes: what is made does not read what was there, and a conversion gives only what is used of it. */
struct Half {
	unsigned short bits;
	__device__ Half() {}
	__device__ Half(int i) : Half(float(i)) {}
	__device__ Half(float f)
	{
		const __half h = __float2half(f);
		memcpy(&bits, &h, sizeof bits);
	}
	__device__ operator float() const
	{
		__half h;
		memcpy(&h, &bits, sizeof bits);
		return __half2float(h);
	}
};

__global__ void classes(const int *in, int *out)
{
	__shared__ uint4 s[32];
	const int t = threadIdx.x;
	filled(in, (float4 *)s);
	Half x[8] = { 0 };
	*(uint4 *)x = s[t ^ 1]; // fact: load 4/2 exact block 32
	float v[8];
	for (int i = 0; i < 8; ++i)
		v[i] = float(x[i]);
	out[t] = (int)(v[5] + v[6] + v[7]);
}

/* A base that knows what it is a base of. */
template <class T> struct Summed {
	__device__ float sum() const
	{
		float all = 0;
		for (int i = 0; i < 4; i++)
			all += static_cast<const T &>(*this).at[i];
		return all;
	}
};

struct alignas(16) Row : Summed<Row> {
	float at[4];
};

__global__ void derived(const int *in, int *out)
{
	__shared__ Row s[32];
	const int t = threadIdx.x;
	filled(in, (float4 *)s);
	const Row row = s[t ^ 1]; // fact: load 4/4 exact block 32
	out[t] = (int)row.sum();
}

/* Lambdas have variables of the functions around them. */
__device__ float by_lambda(const float4 &v, int n)
{
	auto some = [&](int count) {
		float sum = 0;
		for (int i = 0; i < count; i++)
			sum += v.x * i + v.z;
		return sum;
	};
	float sum = 0;
	for (int i = 0; i < n; i++)
		sum += some(i);
	return sum;
}

__global__ void behind_reference(const int *in, float *out, int n)
{
	__shared__ float4 s[32];
	const int t = threadIdx.x;
	filled(in, s);
	const float4 v = s[t ^ 1]; // fact: load 8/2 exact block 32
	out[t] = by_lambda(v, n);
}

__global__ void captured(const int *in, float *out, int n)
{
	__shared__ float4 s[32];
	const int t = threadIdx.x;
	filled(in, s);
	const float4 v = s[t ^ 1]; // fact: load 4/4 exact block 32
	auto some = [&](int count) {
		float sum = 0;
		for (int i = 0; i < count; i++)
			sum += v.x * i + v.y + v.z * v.w;
		return sum;
	};
	out[t] = some(n) + some(t);
}

struct alignas(16) Own {
	float a, b, c, d;
	__device__ float some(int n) const
	{
		auto one = [=](int count) {
			float sum = 0;
			for (int i = 0; i < count; i++)
				sum += a * i + b + c - d;
			return sum;
		};
		float sum = 0;
		for (int i = 0; i < n; i++)
			sum += one(i);
		return sum;
	}
};

__global__ void own(const int *in, float *out, int n)
{
	__shared__ Own s[32];
	const int t = threadIdx.x;
	filled(in, (float4 *)s);
	const Own v = s[t ^ 1]; // fact: load 4/4 exact block 32
	out[t] = v.some(n);
}

/* Into functions and back. */
__device__ float of_reference(const float4 &v, int n)
{
	float sum = 0;
	for (int i = 0; i < n; i++)
		sum += v.x * i + v.w;
	return sum;
}

__device__ float of_value(float4 v, int n)
{
	float sum = 0;
	for (int i = 0; i < n; i++)
		sum += v.y * i;
	return sum;
}

__device__ float4 scaled(const float4 &v, int n)
{
	float4 sum = make_float4(0, 0, 0, 0);
	for (int i = 0; i < n; i++) {
		sum.x += v.x * i;
		sum.y += v.y * i;
		sum.z += v.z * i;
		sum.w += v.w * i;
	}
	return sum;
}

struct Tagged {
	int tag;
	float4 v;
	__device__ float some(int n) const
	{
		const float4 &own = v;
		float sum = 0;
		for (int i = 0; i < n; i++)
			sum += (&own.x)[3] * i;
		return sum;
	}
};

__global__ void to_reference(const int *in, float *out, int n)
{
	__shared__ float4 s[32];
	const int t = threadIdx.x;
	filled(in, s);
	const float4 v = s[t ^ 1]; // fact: load 8/2 exact block 32
	out[t] = of_reference(v, n);
}

__global__ void to_value(const int *in, float *out, int n)
{
	__shared__ float4 s[32];
	const int t = threadIdx.x;
	filled(in, s);
	out[t] = of_value(s[t ^ 1], n); // fact: load 4/1 exact block 32
}

__global__ void returned(const int *in, float *out, int n)
{
	__shared__ float4 s[32];
	const int t = threadIdx.x;
	filled(in, s);
	const float4 v = s[t ^ 1]; // fact: load 4/2 exact block 32
	const float4 sum = scaled(v, n);
	out[t] = sum.z + sum.w;
}

__global__ void member(const int *in, float *out, int n)
{
	__shared__ float4 s[32];
	const int t = threadIdx.x;
	filled(in, s);
	Tagged tagged;
	tagged.tag = n;
	tagged.v = s[t ^ 1]; // fact: load 4/1 exact block 32
	out[t] = tagged.some(tagged.tag);
}

__device__ void two_sums(float &a, float &b, const float4 &v, int n)
{
	for (int i = 0; i < n; i++) {
		a += v.x * i;
		b += v.w * i;
	}
}

__global__ void one_sum(const int *in, float *out, int n)
{
	__shared__ float4 s[32];
	const int t = threadIdx.x;
	filled(in, s);
	const float4 v = s[t ^ 1]; // fact: load 4/1 exact block 32
	float a = 0, b = 0;
	two_sums(a, b, v, n);
	out[t] = a;
}

struct Assigned {
	float4 v;
	__device__ Assigned &operator=(const Assigned &other)
	{
		v = other.v; // fact: load 16/4 exact block 32
		return *this;
	}
};

__global__ void assigned(const int *in, float *out, int n)
{
	__shared__ Assigned s[32];
	const int t = threadIdx.x;
	filled(in, (float4 *)s);
	Assigned v[2];
	for (int i = 0; i < 2; i++)
		v[i] = s[t ^ (1 + i)];
	out[t] = v[0].v.y + v[0].v.z + v[1].v.y * v[1].v.z;
}

/* Pointers that are set once. */
__device__ float of_pointer(const float *v, float *sum, int n)
{
	for (int i = 0; i < n; i++)
		sum[0] += v[1] * i, sum[1] += v[2] * i;
	return v[1];
}

__global__ void to_pointer(const int *in, float *out, int n)
{
	__shared__ float4 s[32];
	const int t = threadIdx.x;
	filled(in, s);
	float4 v = s[t ^ 1]; // fact: load 4/1 exact block 32
	float sum[2] = { 0 };
	out[t] = of_pointer(&v.x, sum, n) + sum[0];
}

__global__ void by_pointer(const int *in, float *out, int n)
{
	__shared__ float4 s[32];
	const int t = threadIdx.x;
	filled(in, s);
	const float4 v = s[t ^ 1]; // fact: load 8/2 exact block 32
	const float4 &w = v;
	const float4 *p = &w;
	float *to = out;
	to[t] = p->z + (*p).x;
}

void launch(const int *in, int *out, int n)
{
	x<<<1, 32>>>(in, out);
	y<<<1, 32>>>(in, out);
	z<<<1, 32>>>(in, out);
	w<<<1, 32>>>(in, out);
	xy<<<1, 32>>>(in, out);
	zw<<<1, 32>>>(in, out);
	xz<<<1, 32>>>(in, out);
	yz<<<1, 32>>>(in, out);
	xw<<<1, 32>>>(in, out);
	yw<<<1, 32>>>(in, out);
	xyz<<<1, 32>>>(in, out);
	xzw<<<1, 32>>>(in, out);
	all<<<1, 32>>>(in, out);
	copied<<<1, 32>>>(in, out);
	computed<<<1, 32>>>(in, out);
	by_value<<<1, 32>>>(in, out);
	by_address<<<1, 32>>>(in, out);
	twice<<<1, 32>>>(in, out);
	window<<<1, 32>>>(in, (float *)out);
	any<<<1, 32>>>(in, out, n & 7);
	loose<<<1, 32>>>(in, out);
	classes<<<1, 32>>>(in, out);
	derived<<<1, 32>>>(in, out);
	behind_reference<<<1, 32>>>(in, (float *)out, n);
	captured<<<1, 32>>>(in, (float *)out, n);
	own<<<1, 32>>>(in, (float *)out, n);
	to_reference<<<1, 32>>>(in, (float *)out, n);
	to_value<<<1, 32>>>(in, (float *)out, n);
	returned<<<1, 32>>>(in, (float *)out, n);
	member<<<1, 32>>>(in, (float *)out, n);
	one_sum<<<1, 32>>>(in, (float *)out, n);
	assigned<<<1, 32>>>(in, (float *)out, n);
	to_pointer<<<1, 32>>>(in, (float *)out, n);
	by_pointer<<<1, 32>>>(in, (float *)out, n);
}
