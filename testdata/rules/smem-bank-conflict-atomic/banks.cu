/* Atomics on different words of one bank. */

__global__ void counters(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x;
	for (int i = lane; i < 1024; i += 32)
		data[i] = 0; // fact: store 32/32 exact
	__syncthreads();
	atomicOr(&data[lane], in[lane]); // fact: atomic 1/1 exact
	atomicAdd(&data[lane * 4], in[lane]); // expect: smem-bank-conflict-atomic takes 4 wavefronts where 1 would do
	atomicMax(&data[lane * 32], in[lane]); // expect: smem-bank-conflict-atomic takes 32 wavefronts where 1 would do
	atomicCAS(&data[lane * 2], 0, in[lane]); // expect: smem-bank-conflict-atomic 2-way bank conflict: this atomic on 'data' takes 4 wavefronts where 2 would do
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1 exact
}

/* A compare-and-swap takes two wavefronts anyway. */
__global__ void swaps(const int *in, int *out)
{
	__shared__ int data[32];
	int lane = threadIdx.x;
	data[lane] = 0; // fact: store 1/1 exact
	__syncthreads();
	atomicCAS(&data[lane], 0, in[lane]); // fact: atomic 2/2 exact
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1 exact
}

void launch(const int *in, int *out, int)
{
	counters<<<1, 32>>>(in, out);
	swaps<<<1, 32>>>(in, out);
}
