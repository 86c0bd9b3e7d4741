/* A variable that host and device share. */
__managed__ int total;
__device__ __managed__ int counts[32];

__global__ void sums(const int *in, int *out, int n)
{
	__shared__ int data[64];
	int lane = threadIdx.x;
	data[lane * 2] = in[lane]; // fact: store 2/1 exact
	__syncthreads();
	counts[lane] = data[lane]; // fact: load 1/1 exact
	if (lane == 0)
		total += data[n]; // fact: load 1/1 exact
}

void launch(const int *in, int *out, int n)
{
	total = 0;
	sums<<<1, 32>>>(in, out, 3);
	out[0] = total + counts[1];
}
