/* Launches of one kernel with one block are one: evaluated together where their arguments make no difference, else one
 * by one, and reported at the worst. */

__global__ void each_size(const int *in, int *out, int n)
{
	__shared__ int data[4096];
	data[threadIdx.x] = in[n]; // fact: store 1/1 exact
	out[threadIdx.x] = data[threadIdx.x * 2]; // fact: load 2/1 exact
}

__global__ void by_argument(const int *in, int *out, int stride)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * stride]; // fact: load 8/1 symbolic
}

/* How often differs, and not what it costs each time. */
__global__ void in_proportion(const int *in, int *out, int turns)
{
	__shared__ int data[4096];
	for (int i = 0; i < turns; i++)
		out[i] = data[threadIdx.x * 2 + in[0]]; // fact: load 4/2 bound
}

/* Too many to be distinguished: the first of them, and what holds for all others. */
__global__ void many(int *out, int offset, int stride)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * 2 + offset]; // fact: load 2/1 exact
	out[threadIdx.x] = data[threadIdx.x * stride]; // fact: load 32/1 symbolic
}

/* The shape comes through a variable that the loop changes. */
__global__ void each_block(int *out)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * 4]; // fact: load 4/1 exact block 32,1,1 | load 8/2 exact block 64,1,1
}

void launch(const int *in, int *out, int)
{
	for (int n = 0; n < 200; n++)
		each_size<<<1, 32>>>(in, out, n);
	by_argument<<<1, 32>>>(in, out, 4);
	by_argument<<<1, 32>>>(in, out, 8);
	for (int turns = 2; turns <= 8; turns *= 2)
		in_proportion<<<1, 32>>>(in, out, turns);
	for (int n = 0; n < 100; n++)
		many<<<1, 32>>>(out, n, 2 * n + 1);
	for (int threads = 32; threads <= 64; threads *= 2)
		each_block<<<1, threads>>>(out);
}
