/* Accesses that nvcc surely merges are one request; those that it may merge are bounds; those that it cannot know to be
 * neighbours are exact.  kernels/merge.cu has the ones that are sure. */

/* Two neighbours, known when compiling: one load of 8 bytes, at the line of the first. */
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

/* A loop of two iterations whose end is known only at run time: neighbours in the second one, not in the first. */
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

/* A distance that is only known at run time: here it is 1. */
__global__ void distance_at_run_time(const int *in, int *out)
{
	__shared__ int data[66];
	int lane = threadIdx.x, step = blockDim.x / 32;
	data[lane] = in[lane]; // fact: store 1/1 exact
	data[lane + 32] = in[lane + 32]; // fact: store 1/1 exact
	__syncthreads();
	int left = data[2 * lane]; // fact: load 2/1 bound
	int right = data[2 * lane + step]; // fact: load 2/1 bound
	out[lane] = left + right;
}

/* A loop that may remain a loop: it may be unrolled in part. */
__global__ void turns_of_a_row(const int *in, int *out, int n)
{
	__shared__ int data[32 * 8];
	int lane = threadIdx.x, sum = 0;
	for (int i = 0; i < 8; i++)
		data[i * 32 + lane] = in[i * 32 + lane]; // fact: store 8/8 exact
	__syncthreads();
	for (int i = 0; i < n; i++)
		sum += data[lane * 8 + i]; // fact: load 8/1 bound
	out[lane] = sum;
}

/* The same with an odd length: no two words are aligned in all lanes. */
__global__ void turns_of_an_odd_row(const int *in, int *out, int n)
{
	__shared__ int data[32 * 9];
	int lane = threadIdx.x, sum = 0;
	for (int i = 0; i < 9; i++)
		data[i * 32 + lane] = in[i * 32 + lane]; // fact: store 9/9 exact
	__syncthreads();
	for (int i = 0; i < n; i++)
		sum += data[lane * 9 + i]; // fact: load 1/1 exact
	out[lane] = sum;
}

/* On both sides of a condition: the second load may be executed early, and merged. */
__global__ void across_a_condition(const int *in, int *out, int n)
{
	__shared__ int data[64];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1 exact
	data[lane + 32] = in[lane + 32]; // fact: store 1/1 exact
	__syncthreads();
	int sum = data[2 * lane]; // fact: load 2/1 bound
	if (lane < n)
		sum += data[2 * lane + 1]; // fact: load 2/1 bound
	out[lane] = sum;
}

/* Where the alignment depends on a value that a condition chose, the least of both counts. */
__global__ void chosen_start(const int *in, int *out, int n)
{
	__shared__ int data[256];
	int lane = threadIdx.x, at = 4 * lane;
	for (int i = 0; i < 8; i++)
		data[i * 32 + lane] = in[i * 32 + lane]; // fact: store 8/8 exact
	__syncthreads();
	if (n > 7)
		at += 2;
	int sum = data[at]; // fact: load 4/2 exact
	sum += data[at + 1]; // fact: load 0/0 exact
	out[lane] = sum;
}

/* A declaration that says how the array is aligned: a store to elsewhere may not be in the way then. */
__global__ void declared(const int *in, int *out)
{
	__shared__ __align__(16) int data[64];
	__shared__ int other[32];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1 exact
	data[lane + 32] = in[lane + 32]; // fact: store 1/1 exact
	__syncthreads();
	int left = data[2 * lane]; // fact: load 2/1 bound
	other[lane] = left; // fact: store 1/1 exact
	int right = data[2 * lane + 1]; // fact: load 2/1 bound
	__syncthreads();
	out[lane] = right + other[31 - lane]; // fact: load 1/1 exact
}

/* Fields of a small record, of less than a word. */
__global__ void parts_of_a_word(const int *in, int *out)
{
	__shared__ ushort2 data[32];
	int lane = threadIdx.x;
	data[lane].x = (unsigned short)in[lane]; // fact: store 0/0 exact
	data[lane].y = (unsigned short)in[lane + 32]; // fact: store 1/1 exact
	__syncthreads();
	int sum = data[31 - lane].x; // fact: load 1/1 bound
	sum += data[31 - lane].y; // fact: load 1/1 bound
	out[lane] = sum;
}

/* Variables at constant places are adjacent, wherever the compiler puts them: merged or not, one wavefront for one. */
__global__ void variables(const int *in, int *out)
{
	__shared__ int first, second;
	int lane = threadIdx.x;
	if (lane == 0) {
		first = in[0]; // fact: store 1/1 exact
		second = in[1]; // fact: store 1/1 exact
	}
	__syncthreads();
	out[lane] = first; // fact: load 1/1 exact
	out[lane + 32] = second; // fact: load 1/1 exact
}

/* x + 4 * t is computed from x + t, which the program has: its alignment is not known. */
__global__ void reordered(const int *in, int *out)
{
	__shared__ int data[4 * 64];
	int lane = threadIdx.x, row = in[lane] & 3;
	data[row * 64 + lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	int left = data[(lane & 1) * 64 + lane]; // fact: load 1/1 exact
	int right = data[(lane & 1) * 64 + 2 * lane]; // fact: load 2/1 bound
	right += data[(lane & 1) * 64 + 2 * lane + 1]; // fact: load 2/1 bound
	out[lane] = left + right;
}

void launch(const int *in, int *out, int n)
{
	pair<<<1, 32>>>(in, out);
	second_turn<<<1, 32>>>(in, out);
	distance_at_run_time<<<1, 32>>>(in, out);
	turns_of_a_row<<<1, 32>>>(in, out, n);
	turns_of_an_odd_row<<<1, 32>>>(in, out, n);
	across_a_condition<<<1, 32>>>(in, out, n);
	chosen_start<<<1, 32>>>(in, out, n);
	declared<<<1, 32>>>(in, out);
	parts_of_a_word<<<1, 32>>>(in, out);
	variables<<<1, 32>>>(in, out);
	reordered<<<1, 32>>>(in, out);
}
