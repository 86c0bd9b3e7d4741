/* What ptxas knows of the alignment of a value that a loop carries does not depend on whether the launch tells the trip count; and what
 * a loop leaves as it is, in a record of which it changes another part, is known in it as before it. */
struct Words {
	int at[4];
};

struct Place {
	char *base;
	int offset, unit, parts;
	__device__ Words *get(int row) const
	{
		return (Words *)(base + row * unit * 1024 + offset);
	}
	__device__ void add(int n)
	{
		offset += n * unit * 8192 / parts;
	}
};

__global__ void staged(const Words *in, int *out, int n)
{
	extern __shared__ char data[];
	Place to = { data + 16 * threadIdx.x, 4096, 1, 2 };
	int stage = 1, t = threadIdx.x;
	for (int k = 0; k < n; k++) {
#pragma unroll
		for (int row = 0; row < 2; row++)
			*to.get(row) = in[t + k * 2 + row]; // fact: store 112/112 exact
		to.add(1);
		if (stage == 1)
			to.add(-2);
		stage ^= 1;
		__syncthreads();
		out[t] += ((int *)data)[t]; // fact: load 14/14 exact
		__syncthreads();
	}
}

__global__ void swapped(const Words *in, int *out, int n)
{
	extern __shared__ char data[];
	int now = 0, t = threadIdx.x;
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		*(Words *)(data + 16 * t + now) = in[t + k]; // fact: store 40/40 exact
		now ^= 4096;
		__syncthreads();
		out[t] += ((int *)data)[t]; // fact: load 10/10 exact
		__syncthreads();
	}
}

__device__ __noinline__ void elsewhere(Place *to, int n)
{
	to->offset += n * 16 * to->unit;
}

/* Of what a function changes that is not inlined, nvcc knows nothing. */
__global__ void outlined(const Words *in, int *out, int n)
{
	extern __shared__ char data[];
	Place to = { data + 16 * threadIdx.x, 0, 1, 2 };
	int t = threadIdx.x;
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		*to.get(0) = in[t + k]; // fact: store 96/24 bound
		elsewhere(&to, k);
		__syncthreads();
		out[t] += ((int *)data)[t]; // fact: load 6/6 exact
		__syncthreads();
	}
}

/* Inline PTX is of a size, too: these loops are unrolled. */
__global__ void with_ptx(const int *in, int *out)
{
	__shared__ int words[4 * 64];
	int t = threadIdx.x;
	for (int i = 0; i < 4; i++) {
		int v;
		asm("mul.lo.s32 %0, %1, 3;" : "=r"(v) : "r"(in[64 * i + t]));
		words[4 * t + i] = v; // fact: store 8/8 exact
	}
	__syncthreads();
	int sum = 0;
#pragma unroll
	for (int i = 0; i < 32; i++) {
		int v;
		asm volatile("{ .reg .b32 a; xor.b32 a, %1, %2; shl.b32 a, a, 1; add.s32 %0, a, 1; }" : "=r"(v) : "r"(words[32 * (t & 7) + i]), "r"(i)); // fact: load 512/64 exact
		sum += v;
	}
	out[t] = sum;
}

void launch(const int *in, int *out)
{
	staged<<<1, 64, 16384>>>((const Words *)in, out, 7);
	swapped<<<1, 64, 16384>>>((const Words *)in, out, 5);
	outlined<<<1, 64, 16384>>>((const Words *)in, out, 3);
	with_ptx<<<1, 64>>>(in, out);
}
