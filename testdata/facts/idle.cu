// What only computes is not run; what is accessed in it, and what hangs on it, is.

__device__ float scaled(float v, float by) { return v * by; }
__device__ float peeked(const float *at) { return 2 * *at; } // fact: load 1/1 exact
__device__ void add_to(float &sum, float v) { sum += v; }

struct Pair { float a, b; };
__device__ Pair both(float a, float b) { return { a, b }; }
__device__ float first_of(Pair pair) { return pair.a; }

__global__ void __launch_bounds__(32) accesses_in_idle_code(const float *in, float *out)
{
	__shared__ float data[32][32];
	__shared__ Pair pairs[32];
	int lane = threadIdx.x;
	float sum = 0, parts[4] = { 0 };
	for (int i = 0; i < 4; i++)
		parts[i] += scaled(in[i], in[i + 4]) + parts[(i + 1) % 4];
	sum += data[lane][0]; // fact: load 32/1 exact
	__syncthreads();
	sum += scaled(data[lane][1], 2); // fact: load 32/1 exact
	__syncthreads();
	sum += peeked(&data[0][lane]);
	__syncthreads();
	add_to(sum, data[lane][2]); // fact: load 32/1 exact
	__syncthreads();
	sum += first_of(pairs[lane]); // fact: load 2/1 exact
	__syncthreads();
	out[lane] = sum + parts[0];
	out[lane + 32] = data[lane][3]; // fact: load 32/1 exact
	out[(int)data[lane][4]] = 0; // fact: load 32/1 exact
}

/* Numbers that are no integers, on which it hangs what is accessed. */
__global__ void __launch_bounds__(32) decided(const float *in, float *out)
{
	__shared__ float data[1024];
	int lane = threadIdx.x;
	float x = 2, y = 0;
	for (int i = 0; i < 3; i++)
		x = x * 2;
	y = x + 16;
	out[0] = data[(int)y * lane]; // fact: load 32/1 exact
	__syncthreads();
	float z = 0;
	if (x > 15)
		z = both(x, 1).a;
	if (z > 3)
		out[1] = data[16 * lane]; // fact: load 16/1 exact
}

/* A pointer that may lead to shared memory after all. */
__global__ void __launch_bounds__(32) pointers(const float *in, float *out, bool swap)
{
	__shared__ float data[1024];
	int lane = threadIdx.x;
	const float *from = in;
	float sum = 0;
	sum += from[lane];
	if (swap)
		from = data;
	float *to = out;
	to[lane] = from[32 * lane]; // fact: load 32/1 exact
	__syncthreads();
	to = data;
	to[lane] = sum; // fact: store 1/1 exact
}
