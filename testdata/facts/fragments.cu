// Fragments as CUTLASS has them: loaded as vectors, then handed to the tensor cores element by element.

struct Pair {
	double at[2];
};

// Of 512 bytes of registers all are used.
__global__ void large(double *out)
{
	__shared__ alignas(16) double s[64 * 32];
	double2 v[32];
	for (int i = 0; i < 64; i++)
		s[i * 32 + threadIdx.x] = i; // fact: store 128/128 exact
	__syncthreads();
#pragma unroll
	for (int i = 0; i < 32; i++)
		v[i] = *(double2 *)&s[i * 64 + 2 * threadIdx.x]; // fact: load 128/128 exact
#pragma unroll
	for (int i = 0; i < 32; i++)
		asm volatile("st.global.f64 [%0], %1;" ::"l"(out), "d"(v[i].x + v[i].y));
}

// Back and forth: which element is used is a number for each iteration.
__global__ void serpentine(double *out)
{
	__shared__ alignas(16) double s[8 * 64];
	double v[8];
	for (int i = 0; i < 16; i++)
		s[i * 32 + threadIdx.x] = i; // fact: store 32/32 exact
	__syncthreads();
	double2 *to = reinterpret_cast<double2 *>(v);
#pragma unroll
	for (int i = 0; i < 4; i++)
		to[i] = *(double2 *)&s[i * 64 + 2 * threadIdx.x]; // fact: load 16/16 exact
#pragma unroll
	for (int m = 0; m < 2; m++) {
#pragma unroll
		for (int n = 0; n < 8; n++) {
			int k = m % 2 ? 7 - n : n;
			asm volatile("st.global.f64 [%0], %1;" ::"l"(out), "d"(v[k]));
		}
	}
}

// Only one half of each pair is: the first of even numbers, the second of odd ones.
__global__ void halves(double *out)
{
	__shared__ alignas(16) double s[8 * 64];
	Pair v[4];
	for (int i = 0; i < 16; i++)
		s[i * 32 + threadIdx.x] = i; // fact: store 32/32 exact
	__syncthreads();
#pragma unroll
	for (int i = 0; i < 4; i++)
		v[i] = *(Pair *)&s[i * 64 + 2 * threadIdx.x]; // fact: load 16/8 exact
#pragma unroll
	for (int i = 0; i < 4; i++) {
		int k = !(i & 1) ? 0 : -(-1);
		asm volatile("st.global.f64 [%0], %1;" ::"l"(out), "d"((k ? v[i].at[1] : v[i].at[0])));
	}
}

void launch(const int *in, int *out, int n)
{
	large<<<1, 32>>>((double *)out);
	serpentine<<<1, 32>>>((double *)out);
	halves<<<1, 32>>>((double *)out);
}
