/* Atomics on one word: the lanes wait for each other, whatever the layout. */

__global__ void sum(const int *in, int *out)
{
	__shared__ int total[4];
	int tid = threadIdx.x;
	if (tid < 4)
		total[tid] = 0; // fact: store 1/1 exact
	__syncthreads();
	atomicAdd(&total[tid / 32], in[tid]); // expect: smem-atomic-contention 32 lanes update one word: this atomic on 'total' takes 32 wavefronts where 1 would do
	__syncthreads();
	if (tid < 4)
		out[tid] = total[tid]; // fact: load 1/1 exact
}

__global__ void groups(const int *in, int *out)
{
	__shared__ unsigned least[32];
	int lane = threadIdx.x;
	least[lane] = ~0u; // fact: store 1/1 exact
	__syncthreads();
	atomicMin(&least[lane / 4], (unsigned)in[lane]); // expect: smem-atomic-contention 4 lanes update one word: this atomic on 'least' takes 4 wavefronts where 1 would do
	atomicMax(&least[lane], (unsigned)in[lane]); // fact: atomic 1/1 exact
	__syncthreads();
	out[lane] = (int)least[lane]; // fact: load 1/1 exact
}

void launch(const int *in, int *out, int)
{
	sum<<<1, 128>>>(in, out);
	groups<<<1, 32>>>(in, out);
}
