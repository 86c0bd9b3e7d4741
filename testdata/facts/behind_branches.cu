/* What is loaded behind a condition, and in its only branch, too, is loaded once, before the condition, if that branch writes to
 * shared memory and begins with the load (as in the PTX of nvcc 13.0 for sm_90: `PTX:` says what it has, `|` is where it branches). */

/* PTX: load 2t | store 2t. */
__global__ void changed(const int *in, int *out)
{
	__shared__ int data[64];
	const int t = threadIdx.x;
	data[t] = in[t]; // fact: store 1/1 exact
	__syncthreads();
	if (t < 16)
		data[2 * t] += 3; // fact: load 0/0 bound | store 1/1 exact
	out[t] = data[2 * t];     // fact: load 2/1 bound
}

/* Several, in the order of the branch.  PTX: load 3t, load 3t + 1 | load 3t + 2, three stores. */
__global__ void several(const int *in, int *out)
{
	__shared__ int data[132];
	const int t = threadIdx.x;
	data[t] = in[t]; // fact: store 1/1 exact
	__syncthreads();
	if (t < 8) {
		int a = data[3 * t];	 // fact: load 0/0 bound
		int b = data[3 * t + 1]; // fact: load 0/0 bound
		int c = data[3 * t + 2]; // fact: load 1/1 exact
		data[3 * t] = b;	 // fact: store 1/1 exact
		data[3 * t + 1] = c;	 // fact: store 1/1 exact
		data[3 * t + 2] = a;	 // fact: store 1/1 exact
	}
	out[t] = data[3 * t];	       // fact: load 1/1 bound
	out[t + 32] = data[3 * t + 1]; // fact: load 1/1 bound
}

/* PTX: | load 3t + 1, load 3t, two stores; or else load 3t, load 3t + 1. */
__global__ void other_order(const int *in, int *out)
{
	__shared__ int data[132];
	const int t = threadIdx.x;
	data[t] = in[t]; // fact: store 1/1 exact
	__syncthreads();
	if (t < 8) {
		int a = data[3 * t + 1]; // fact: load 1/1 exact
		int b = data[3 * t];	 // fact: load 1/1 exact
		data[3 * t] = a;	 // fact: store 1/1 exact
		data[3 * t + 1] = b;	 // fact: store 1/1 exact
	}
	out[t] = data[3 * t];	       // fact: load 1/1 exact
	out[t + 32] = data[3 * t + 1]; // fact: load 1/1 exact
}

/* Begins with another load.  PTX: | load 3t + 1, store 3t; or else load 3t. */
__global__ void second(const int *in, int *out)
{
	__shared__ int data[132];
	const int t = threadIdx.x;
	data[t] = in[t]; // fact: store 1/1 exact
	__syncthreads();
	if (t < 8)
		data[3 * t] = data[3 * t + 1] + 1; // fact: load 1/1 exact | store 1/1 exact
	out[t] = data[3 * t];			   // fact: load 1/1 exact
}

/* Writes nothing to shared memory.  PTX: | load 2t | load 2t. */
__global__ void unchanged(const int *in, int *out)
{
	__shared__ int data[64];
	const int t = threadIdx.x;
	data[t] = in[t]; // fact: store 1/1 exact
	__syncthreads();
	if (t < 16) {
		int v = data[2 * t]; // fact: load 1/1 exact
		out[500 + t] = v * v;
	}
	out[t] = data[2 * t]; // fact: load 2/1 bound
}

/* Something that is not hoisted comes first.  PTX: | store to out, load 2t, store 2t | load 2t. */
__global__ void writes_first(const int *in, int *out)
{
	__shared__ int data[64];
	const int t = threadIdx.x;
	data[t] = in[t]; // fact: store 1/1 exact
	__syncthreads();
	if (t < 16) {
		out[500 + t] = 1;
		data[2 * t] += 3; // fact: load 1/1 exact | store 1/1 exact
	}
	out[t] = data[2 * t]; // fact: load 2/1 bound
}

/* PTX: | load 2t, store 2t | barrier, load 2t. */
__global__ void behind_barrier(const int *in, int *out)
{
	__shared__ int data[64];
	const int t = threadIdx.x;
	data[t] = in[t]; // fact: store 1/1 exact
	__syncthreads();
	if (t < 16)
		data[2 * t] += 3; // fact: load 1/1 exact | store 1/1 exact
	__syncthreads();
	out[t] = data[2 * t]; // fact: load 2/1 exact
}

/* Not in all cases.  PTX: | load 2t, store 2t | | load 2t. */
__global__ void perhaps(const int *in, int *out, int n)
{
	__shared__ int data[64];
	const int t = threadIdx.x;
	data[t] = in[t]; // fact: store 1/1 exact
	__syncthreads();
	if (t < 16)
		data[2 * t] += 3; // fact: load 1/1 exact | store 1/1 exact
	if (n > 3)
		out[t] = data[2 * t]; // fact: load 2/1 bound
}

/* Of six levels of a loop that is unrolled, the last is followed by what it changes: in the PTX the branch has the loads of five.  In
 * these they take 1 + 2 + 2 + 2 + 2 wavefronts each; those of the fifth, words 1 and 3 of 16 bytes, are at the line of the first. */
__global__ void levels(const int *in, int *out)
{
	__shared__ int data[64];
	const int t = threadIdx.x;
	data[t] = in[t];	   // fact: store 1/1 exact
	data[t + 32] = in[t + 32]; // fact: store 1/1 exact
	int offset = 64;
	for (int d = 1; d < 64; d *= 2) {
		offset >>= 1;
		__syncthreads();
		if (t < d) {
			int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
			int v = data[a];   // fact: load 11/6 bound
			data[a] = data[b]; // fact: load 7/4 bound | store 9/5 exact
			data[b] += v;	   // fact: load 0/0 exact | store 11/7 exact
		}
	}
	out[2 * t] = data[2 * t];	  // fact: load 2/2 bound
	out[2 * t + 1] = data[2 * t + 1]; // fact: load 0/0 bound
}

void launch(const int *in, int *out, int n)
{
	changed<<<1, 32>>>(in, out);
	several<<<1, 32>>>(in, out);
	other_order<<<1, 32>>>(in, out);
	second<<<1, 32>>>(in, out);
	unchanged<<<1, 32>>>(in, out);
	writes_first<<<1, 32>>>(in, out);
	behind_barrier<<<1, 32>>>(in, out);
	perhaps<<<1, 32>>>(in, out, n);
	levels<<<1, 32>>>(in, out);
}
