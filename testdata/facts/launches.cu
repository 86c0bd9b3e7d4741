/* Launches in loops: a few are told apart, and then the block's shape alone. */

__global__ void each_size(const int *in, int *out, int n)
{
	__shared__ int data[4096];
	data[threadIdx.x] = in[n]; // fact: store 1/1 exact
	out[threadIdx.x] = data[threadIdx.x * 2]; // fact: load 2/1 exact
}

__global__ void by_argument(const int *in, int *out, int stride)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * stride]; // fact: load 4/1 exact | load 8/1 exact
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
	for (int threads = 32; threads <= 64; threads *= 2)
		each_block<<<1, threads>>>(out);
}
