/* Where static shared objects stand decides what is merged: four words that begin at a multiple of 16 bytes are one
 * load, at a multiple of 8 two, else four. */
#include <cuda/barrier>

#define BARRIER __shared__ cuda::barrier<cuda::thread_scope_block>

/* A barrier is eight bytes that nvcc keeps. */
__global__ void behind_a_barrier(const int *in, int *out)
{
	BARRIER full;
	__shared__ int data[128];
	if (threadIdx.x == 0)
		init(&full, blockDim.x);
	for (int i = 0; i < 4; i++)
		data[threadIdx.x + 32 * i] = in[threadIdx.x + 32 * i]; // fact: store 4/4 exact
	__syncthreads();
	full.arrive_and_wait();
	int sum = 0;
	for (int i = 0; i < 4; i++)
		sum += data[4 * threadIdx.x + i] << i; // fact: load 8/4 exact
	out[threadIdx.x] = sum;
}

__global__ void behind_two_barriers(const int *in, int *out)
{
	BARRIER full, empty;
	__shared__ int data[128];
	if (threadIdx.x == 0) {
		init(&full, blockDim.x);
		init(&empty, blockDim.x);
	}
	for (int i = 0; i < 4; i++)
		data[threadIdx.x + 32 * i] = in[threadIdx.x + 32 * i]; // fact: store 4/4 exact
	__syncthreads();
	full.arrive_and_wait();
	int sum = 0;
	for (int i = 0; i < 4; i++)
		sum += data[4 * threadIdx.x + i] << i; // fact: load 4/4 exact
	empty.arrive_and_wait();
	out[threadIdx.x] = sum;
}

/* A small array at constant indices is split into scalars, but not one whose address is taken. */
__global__ void behind_three_counts(const int *in, int *out)
{
	__shared__ int count[3];
	__shared__ int data[128];
	if (threadIdx.x == 0) {
		count[1] = in[0]; // fact: store 1/1 exact
		atomicMax(&count[1], in[1]); // fact: atomic 1/1 exact
	}
	for (int i = 0; i < 4; i++)
		data[threadIdx.x + 32 * i] = in[threadIdx.x + 32 * i]; // fact: store 4/4 exact
	__syncthreads();
	int sum = 0;
	for (int i = 0; i < 4; i++)
		sum += data[4 * threadIdx.x + i] << i; // fact: load 16/4 exact
	out[threadIdx.x] = sum + count[1]; // fact: load 1/1 exact
}

struct Both {
	int sum, most;
};

__global__ void behind_a_record(const int *in, int *out)
{
	__shared__ Both both;
	__shared__ int data[128];
	if (threadIdx.x == 0) {
		both.sum = in[0]; // fact: store 1/1 exact
		asm volatile("red.shared.max.s32 [%0], %1;" // fact: atomic 1/1 exact
			     : : "r"((unsigned)__cvta_generic_to_shared(&both.most)), "r"(in[1]) : "memory");
	}
	for (int i = 0; i < 4; i++)
		data[threadIdx.x + 32 * i] = in[threadIdx.x + 32 * i]; // fact: store 4/4 exact
	__syncthreads();
	int sum = 0;
	for (int i = 0; i < 4; i++)
		sum += data[4 * threadIdx.x + i] << i; // fact: load 8/4 exact
	out[threadIdx.x] = sum + both.sum; // fact: load 1/1 exact
}

/* Also if its address is taken in a function. */
static __device__ void arm(unsigned long long *barrier, int n)
{
	asm volatile("mbarrier.init.shared.b64 [%0], %1;" : : "r"((unsigned)__cvta_generic_to_shared(barrier)), "r"(n));
}

static __device__ void arm_all(unsigned long long *barriers, int n)
{
	arm(&barriers[0], n);
	arm(&barriers[1], n);
	arm(&barriers[2], n);
}

__global__ void behind_three_barriers(const int *in, int *out)
{
	__shared__ unsigned long long barriers[3];
	__shared__ int data[128];
	if (threadIdx.x == 0)
		arm_all(barriers, 32);
	for (int i = 0; i < 4; i++)
		data[threadIdx.x + 32 * i] = in[threadIdx.x + 32 * i]; // fact: store 4/4 exact
	__syncthreads();
	int sum = 0;
	for (int i = 0; i < 4; i++)
		sum += data[4 * threadIdx.x + i] << i; // fact: load 8/4 exact
	out[threadIdx.x] = sum;
}

/* The order is that of the declarations, whatever the order of their names. */
#define BEFORE(first) \
	first; \
	__shared__ int data[128]

__global__ void behind_an_argument(const int *in, int *out)
{
	BEFORE(__shared__ int most);
	if (threadIdx.x == 0)
		most = in[0]; // fact: store 1/1 exact
	for (int i = 0; i < 4; i++)
		data[threadIdx.x + 32 * i] = in[threadIdx.x + 32 * i]; // fact: store 4/4 exact
	__syncthreads();
	int sum = 0;
	for (int i = 0; i < 4; i++)
		sum += data[4 * threadIdx.x + i] << i; // fact: load 16/4 exact
	out[threadIdx.x] = sum + most; // fact: load 1/1 exact
}

void launch(const int *in, int *out, int n)
{
	behind_a_barrier<<<1, 32>>>(in, out);
	behind_two_barriers<<<1, 32>>>(in, out);
	behind_three_counts<<<1, 32>>>(in, out);
	behind_a_record<<<1, 32>>>(in, out);
	behind_three_barriers<<<1, 32>>>(in, out);
	behind_an_argument<<<1, 32>>>(in, out);
}
// libclang: 16
