/* Inline PTX that clang rejects and nvcc accepts (13.0). */
__device__ unsigned address_of(const void *p)
{
	return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

/* No comma between operands. */
__global__ void no_commas(float *out)
{
	__shared__ float column[32 * 33];
	unsigned at = address_of(column), sum, copy, stride = 8;
	asm volatile("{ add.u32 %0, %2, %3; mov.u32 %1, %4; }"
		     : "=r"(sum) "=r"(copy) // two results
		     : "r"(threadIdx.x * 3) /* and */ "r"(threadIdx.x)
		       "r"((stride) * (threadIdx.x)) : "memory");
	column[sum] = 1;  // fact: store 4/1 exact block 32
	column[copy] = 1; // fact: store 8/1 exact block 32
	asm volatile("st.shared.f32 [%0], %1;" :: [at] "r"(at + 64 * threadIdx.x) [value] "f"(1.0f)); // fact: store 16/1 exact block 32
	out[threadIdx.x] = column[threadIdx.x]; // fact: load 1/1 exact block 32
}

/* The same in a macro, which is used twice. */
#define ADD(sum, a, b)              \
	asm volatile("add.u32 %0, %1, %2;" \
		     : "=r"(sum)    \
		     : "r"(a)       \
		       "r"(b))
#define LANE(lane) asm volatile("mov.u32 %0, %laneid;" : "=r"(lane))

__global__ void macros(float *out)
{
	__shared__ float column[32 * 8];
	unsigned two, four, lane;
	ADD(two, threadIdx.x, threadIdx.x);
	ADD(four, two, two);
	LANE(lane);
	column[two] = 0;      // fact: store 2/1 exact block 32
	column[four] = 0;     // fact: store 4/1 exact block 32
	column[lane * 8] = 0; // fact: store 8/1 exact block 32
	out[threadIdx.x] = column[0]; // fact: load 1/1 exact block 32
}

/* A word twice. */
template <int N> __global__ void twice(float *out)
{
	__shared__ float column[32 * N];
	unsigned at;
	asm volatile volatile("mul.lo.u32 %0, %1, %2;" : "=r"(at) : "r"(threadIdx.x) "n"(N));
	column[at] = 0; // fact: store 16/1 exact block 32
	out[threadIdx.x] = column[threadIdx.x]; // fact: load 1/1 exact block 32
}

void launch(float *out)
{
	no_commas<<<1, 32>>>(out);
	macros<<<1, 32>>>(out);
	twice<16><<<1, 32>>>(out);
}
// libclang: 19
