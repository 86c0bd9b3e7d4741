/* Iterations that cost differently: strides of 2, 4 … 1024 words, with 32 lanes in the first five of them and half as
 * many in each one after.  That is 2, 4, 8, 16, 32, 16, 8, 4, 2 and 1 wavefronts.  Where data says which iterations get to an
 * access, nothing that is summed over all of them says how many times what it must it pays: it may be only the dearest. */

__device__ void fill(unsigned *data, const unsigned *in)
{
	for (int i = threadIdx.x; i < 1024; i += 32)
		data[i] = in[i]; // fact: store 32/32 exact
}

/* The trip count is not known: the ratio is that of an iteration. */
__global__ void some_turns(const unsigned *in, unsigned *out, int n)
{
	__shared__ unsigned data[1024];
	unsigned lane = threadIdx.x, offset = 1;
	fill(data, in);
	for (int d = n >> 1; d > 0; d >>= 1) {
		__syncthreads();
		if (lane < d) {
			unsigned at = offset * (2 * lane + 1) - 1;
			unsigned got = data[at]; // fact: load 93/10 symbolic
			if (in[got] > 3)
				data[at] = 0; // fact: store 320/10 symbolic
		}
		offset *= 2;
	}
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1 exact
}

/* It is, but not how many of them get to the store. */
__global__ void ten_turns(const unsigned *in, unsigned *out)
{
	__shared__ unsigned data[1024];
	unsigned lane = threadIdx.x, offset = 1;
	fill(data, in);
	for (int d = 512; d > 0; d >>= 1) {
		__syncthreads();
		if (lane < d) {
			unsigned at = offset * (2 * lane + 1) - 1;
			unsigned got = data[at]; // fact: load 93/10 exact
			if (in[got] > 3)
				data[at] = 0; // fact: store 320/10 bound
		}
		offset *= 2;
	}
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1 exact
}

void launch(const unsigned *in, unsigned *out, int n)
{
	some_turns<<<1, 32>>>(in, out, n);
	ten_turns<<<1, 32>>>(in, out);
}
