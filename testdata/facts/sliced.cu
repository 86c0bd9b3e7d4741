// What no access depends on is not evaluated (analyzer/ir/slice): values that reach an address by roundabout ways still are, and
// accesses around what is skipped are merged as before.  Costs by hand; the golden test compares them with those of a full evaluation.
struct Pair {
	int *to;
	int value;
};

struct Walker {
	int at, step;
	__device__ void go() { at += step; }
	__device__ Walker &by(int n)
	{
		step = n;
		return *this;
	}
};

__device__ void put(int *to, int value)
{
	*to = value;
}

__device__ int *first_of(int *a, int *b, bool first)
{
	return first ? a : b;
}

__device__ void twice(int &n)
{
	put(&n, 2 * n);
}

__device__ int early(int n, float f)
{
	if (f > 1.0f)
		return n;
	return n;
}

__device__ void add(int &n, int by)
{
	int sum = n + by;
	n = sum;
}

__device__ void multiply(int &n, int by)
{
	int product = n * by;
	n = product;
}

__device__ void apply(void (*f)(int &, int), int &n, int by)
{
	f(n, by);
}

template <typename F>
__device__ void call(F f)
{
	f();
}

__device__ float smooth(const float *values, int n)
{
	float sum = 0;
#pragma unroll
	for (int i = 0; i < 8; i++)
		sum += values[i] > sum ? values[i] : 0.5f * values[i];
	return n * sum;
}

// 32 lanes, of which each is 2 words from the next: two wavefronts.
__global__ void __launch_bounds__(64) through_pointers(const float *in, float *out)
{
	__shared__ float s[4096];
	int stride = 1, other = 1;
	Pair pair = { &stride, 2 };
	*pair.to = pair.value;
	s[stride * threadIdx.x] = in[threadIdx.x]; // fact: store 4/2 bound
	put(&other, 4);
	s[other * threadIdx.x] = 1; // fact: store 8/2 bound
	*first_of(&other, &stride, true) = 8;
	s[other * threadIdx.x] = 2; // fact: store 16/2 exact
	twice(stride);
	s[stride * threadIdx.x] = 3; // fact: store 8/2 exact
	Walker walker = { 0, 1 };
	walker.by(2).go();
	s[walker.at * threadIdx.x] = 4; // fact: store 4/2 exact
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x ^ 1]; // fact: load 2/2 exact
}

// Of a function that is called through a pointer, of a lambda, of bytes that are copied.
__global__ void __launch_bounds__(64) through_calls(const float *in, float *out)
{
	__shared__ float s[4096];
	int n = 1, copy = 0, kept = 1;
	apply(add, n, 1);
	s[n * threadIdx.x] = in[threadIdx.x]; // fact: store 4/2 exact
	apply(multiply, n, 4);
	s[n * threadIdx.x] = 1; // fact: store 16/2 exact
	call([&] { kept = 4; });
	s[kept * threadIdx.x] = 2; // fact: store 8/2 bound
	memcpy(&copy, &kept, sizeof copy);
	s[copy * threadIdx.x] = 3; // fact: store 8/2 exact
	s[early(2, in[0]) * threadIdx.x] = 4; // fact: store 4/2 exact
	int shifted;
	asm("shl.b32 %0, %1, 1;" : "=r"(shifted) : "r"(copy));
	s[shifted * threadIdx.x] = 5; // fact: store 16/2 exact
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x ^ 1]; // fact: load 2/2 exact
}

// What is skipped around these loads, and between them, is idle: the loop is unrolled, and they are merged into one of 16 bytes.
__global__ void __launch_bounds__(64) merged_around(const float *in, float *out)
{
	__shared__ __align__(16) float s[256];
	float values[8], sum = 0;
	int count = 0;
	for (int i = 0; i < 8; i++)
		values[i] = in[8 * threadIdx.x + i];
	*(float4 *)&s[4 * threadIdx.x] = make_float4(1, 2, 3, 4); // fact: store 8/8 exact
	__syncthreads();
#pragma unroll
	for (int i = 0; i < 4; i++) {
		sum += values[i] * s[4 * threadIdx.x + i]; // fact: load 8/8 exact
		count += i;
		values[i] = sum;
	}
	out[threadIdx.x] = smooth(values, count);
}

// Code that ends blocks is not merged across, whether it is skipped or not: the comparison of floats may be a branch.
__global__ void __launch_bounds__(64) apart(const float *in, float *out)
{
	__shared__ __align__(16) float s[256];
	float most = 0, other = in[threadIdx.x];
	s[threadIdx.x] = other; // fact: store 2/2 exact
	__syncthreads();
	float sum = s[2 * (threadIdx.x & 31)]; // fact: load 4/2 bound
	if (other > 1)
		most = other;
	sum += s[2 * (threadIdx.x & 31) + 1]; // fact: load 4/2 bound
	out[threadIdx.x] = sum + most;
}

__global__ void __launch_bounds__(64) apart_while(const float *in, float *out)
{
	__shared__ __align__(16) float s[256];
	float most = in[threadIdx.x];
	s[threadIdx.x] = most; // fact: store 2/2 exact
	__syncthreads();
	float sum = s[2 * (threadIdx.x & 31)]; // fact: load 4/2 bound
	while (most > 3)
		most -= 1;
	sum += s[2 * (threadIdx.x & 31) + 1]; // fact: load 4/2 bound
	out[threadIdx.x] = sum + most;
}

__global__ void __launch_bounds__(64) apart_for(const float *in, float *out, int n)
{
	__shared__ __align__(16) float s[256];
	float most = in[threadIdx.x];
	s[threadIdx.x] = most; // fact: store 2/2 exact
	__syncthreads();
	float sum = s[2 * (threadIdx.x & 31)]; // fact: load 4/2 bound
	for (int i = 0; i < n; i++)
		most *= 2;
	sum += s[2 * (threadIdx.x & 31) + 1]; // fact: load 4/2 bound
	out[threadIdx.x] = sum + most;
}

__global__ void __launch_bounds__(64) apart_asm(const float *in, float *out)
{
	__shared__ __align__(16) float s[256];
	float most = in[threadIdx.x];
	s[threadIdx.x] = most; // fact: store 2/2 exact
	__syncthreads();
	float sum = s[2 * (threadIdx.x & 31)]; // fact: load 4/2 bound
	asm("tanh.approx.f32 %0, %0;" : "+f"(most));
	sum += s[2 * (threadIdx.x & 31) + 1]; // fact: load 4/2 bound
	out[threadIdx.x] = sum + most;
}

__global__ void __launch_bounds__(64) together(const float *in, float *out)
{
	__shared__ __align__(16) float s[256];
	float most = in[threadIdx.x];
	s[threadIdx.x] = most; // fact: store 2/2 exact
	__syncthreads();
	float sum = s[2 * (threadIdx.x & 31)]; // fact: load 4/4 exact
#pragma unroll
	for (int i = 0; i < 4; i++)
		most = most * most + 1;
	sum += s[2 * (threadIdx.x & 31) + 1]; // fact: load 0/0 exact
	out[threadIdx.x] = sum + most;
}

// How often a loop runs that is skipped decides, too, whether nvcc unrolls the one around it.
__global__ void __launch_bounds__(64) nested(const float *in, float *out)
{
	__shared__ __align__(16) float s[256];
	float rows[4][4];
	for (int i = 0; i < 4; i++) {
#pragma unroll
		for (int j = 0; j < 4; j++)
			rows[i][j] = in[4 * i + j];
		s[4 * threadIdx.x + i] = 1; // fact: store 8/8 exact
	}
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < 4; i++) {
#pragma unroll
		for (int j = 0; j < 4; j++)
			sum += rows[i][j];
		sum += s[4 * threadIdx.x + i]; // fact: load 8/8 exact
	}
	out[threadIdx.x] = sum;
}

__device__ void deepen(int &n, int left)
{
	n *= 2;
	if (left)
		deepen(n, left - 1);
}

// Of calls in themselves, which are followed as far as they go.
__global__ void __launch_bounds__(64) in_itself(const float *in, float *out)
{
	__shared__ float s[2048];
	int n = 1;
	deepen(n, 1);
	s[n * threadIdx.x] = in[threadIdx.x]; // fact: store 8/2 exact
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x ^ 1]; // fact: load 2/2 exact
}
