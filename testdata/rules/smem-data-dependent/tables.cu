/* The data decides the bank. */

__global__ void histogram(const int *in, int *out)
{
	__shared__ int bins[64];
	__shared__ int table[256];
	int tid = threadIdx.x;
	bins[tid] = 0; // fact: store 2/2 exact
	for (int i = tid; i < 256; i += 64)
		table[i] = in[i]; // fact: store 8/8 exact
	__syncthreads();
	int key = in[tid];
	atomicAdd(&bins[key & 63], key); // expect: smem-data-dependent if the data is random
	int got = table[key & 255]; // expect: smem-data-dependent the banks of this load of 'table' depend on data
	got += table[in[0] & 255]; // fact: load 2/2 exact
	__syncthreads();
	out[tid] = bins[tid] + got; // fact: load 2/2 exact
}

/* The lane chooses the bank, the data only the row: nothing to report. */
__global__ void own_bank(const int *in, int *out)
{
	__shared__ int table[8][32];
	int lane = threadIdx.x;
	for (int i = 0; i < 8; i++)
		table[i][lane] = in[i]; // fact: store 8/8 exact
	__syncthreads();
	out[lane] = table[in[lane] & 7][lane]; // fact: load 1/1
}

void launch(const int *in, int *out, int)
{
	histogram<<<1, 64>>>(in, out);
	own_bank<<<1, 32>>>(in, out);
}
