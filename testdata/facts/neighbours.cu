/* Accesses that the compiler merges cost what the merged one does, at the first of them. */

/* Two neighbours, known when compiling: nvcc makes one load of 8 bytes of them. */
__global__ void pair(const int *in, int *out)
{
	__shared__ int data[64];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1 exact
	data[lane + 32] = in[lane + 32]; // fact: store 1/1 exact
	__syncthreads();
	int left = data[2 * lane]; // fact: load 2/2 exact
	int right = data[2 * lane + 1]; // fact: load 0/0 exact
	out[lane] = left + right;
}

/* A loop of two turns whose end is known only at run time: neighbours in the second turn, not in the first. */
__global__ void second_turn(const int *in, int *out)
{
	__shared__ int data[128];
	int lane = threadIdx.x, sum = 0;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	for (int s = blockDim.x / 16; s > 0; s /= 2) {
		int left = data[2 * lane]; // fact: load 4/2 exact
		int right = data[2 * lane + s]; // fact: load 4/2 exact
		sum += left * right;
		__syncthreads(); /* nothing is hoisted */
	}
	out[lane] = sum;
}

void launch(const int *in, int *out, int)
{
	pair<<<1, 32>>>(in, out);
	second_turn<<<1, 32>>>(in, out);
}
