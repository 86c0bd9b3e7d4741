// exit: 3
/* The argument decides where it returns; what data decide in between is of no consequence to what it leaves. */
__device__ int between(const int *in, int n, int &at)
{
	int found = 0;
	at = threadIdx.x;
	if (n * threadIdx.x > 30)
		return 1;
	if (in[threadIdx.x])
		found = 2;
	at = 2 * threadIdx.x;
	return found;
}

__global__ void by_argument(const int *in, int *out, int n)
{
	__shared__ int data[1024];
	int at;
	const int found = between(in, n, at);
	data[at * 16] = found; // fact: store * unknown (the argument, not the data)
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 1/1 exact
}

void launch(const int *in, int *out, int n)
{
	by_argument<<<1, 32>>>(in, out, n);
}
