/* Atomics by their CUDA functions.  Native ones take a pass for each lane on the busiest bank, whether its
 * words differ or not; compare-and-swap takes two, and needs two, and so does adding floats, which is made
 * of it. */

__global__ void native(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x, v = in[lane];
	for (int i = 0; i < 32; i++)
		data[i * 32 + lane] = 0; // fact: store 32/32 exact
	__syncthreads();
	atomicAdd(&data[lane * 32], v); // fact: atomic 32/1 exact
	atomicSub(&data[lane * 2], v); // fact: atomic 2/1 exact
	atomicMin(data + lane * 4, v); // fact: atomic 4/1 exact
	atomicMax(&data[lane / 8], v); // fact: atomic 8/1 exact
	atomicAnd(&data[lane % 16 * 32 + lane / 16], v); // fact: atomic 16/1 exact
	atomicOr(&data[lane * 3], v); // fact: atomic 1/1 exact
	atomicXor(&data[lane ^ 5], v); // fact: atomic 1/1 exact
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1 exact
}

__global__ void results_used(const int *in, int *out)
{
	__shared__ unsigned data[1024];
	int tid = threadIdx.x;
	for (int i = tid; i < 1024; i += 64)
		data[i] = 0; // fact: store 32/32 exact
	__syncthreads();
	unsigned got = atomicAdd(&data[tid * 4], (unsigned)in[tid]); // fact: atomic 8/2 exact
	got += atomicExch(&data[tid * 16], got); // fact: atomic 32/2 exact
	got += atomicInc(&data[tid / 2], 1000u + got); // fact: atomic 4/2 exact
	got += atomicCAS(&data[tid * 2], 0u, got); // fact: atomic 8/4 exact
	out[tid] = (int)got;
}

__global__ void floats(const int *in, int *out)
{
	__shared__ float data[128];
	int lane = threadIdx.x;
	for (int i = 0; i < 4; i++)
		data[i * 32 + lane] = 0; // fact: store 4/4 exact
	__syncthreads();
	atomicAdd(&data[lane], (float)in[lane]); // fact: atomic 2/2 // measured: atomic 2/2 | load 1/1
	atomicAdd(&data[lane * 4], (float)in[lane]); // fact: atomic 8/2 // measured: atomic 8/8 | load 10/4
	__syncthreads();
	out[lane] = (int)data[lane]; // fact: load 1/1 exact
}

/* Counting by ones, result unused: nvcc has an instruction of its own for it, whose cost is bounded. */
__global__ void ones(const int *in, int *out)
{
	__shared__ int data[128];
	int lane = threadIdx.x;
	for (int i = 0; i < 4; i++)
		data[i * 32 + lane] = in[i]; // fact: store 4/4 exact
	__syncthreads();
	atomicAdd(&data[lane * 4], 1); // fact: atomic 4/1 exact
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1 exact
}

/* Half the lanes, and a struct's field. */
struct Counter {
	int hits, misses;
};

__global__ void counters(const int *in, int *out)
{
	__shared__ Counter counters[32];
	int lane = threadIdx.x;
	counters[lane].hits = 0; // fact: store 2/1 exact
	__syncthreads();
	if (lane % 2)
		atomicAdd(&counters[lane].hits, in[lane]); // fact: atomic 2/1 exact
	atomicMax(&counters[lane / 2].hits, in[lane]); // fact: atomic 2/1 exact
	__syncthreads();
	out[lane] = counters[lane].hits; // fact: load 2/1 exact
}

void launch(const int *in, int *out, int)
{
	native<<<1, 32>>>(in, out);
	results_used<<<1, 64>>>(in, out);
	floats<<<1, 32>>>(in, out);
	ones<<<1, 32>>>(in, out);
	counters<<<1, 32>>>(in, out);
}
