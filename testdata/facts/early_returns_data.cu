// exit: 3
/* A function that data end early: what it returns is data's, and so is what a loop has done when data end it. */
__device__ int place(const int *keys, int key)
{
	for (int i = 0; i < 4; i++)
		if (keys[i] == key)
			return i;
	return 7;
}

__device__ int added(const int *keys)
{
	int sum = 0;
	for (int i = 0; i < 4; i++) {
		if (keys[i] == 3)
			break;
		sum += i;
	}
	return sum;
}

__device__ int of_argument(int n)
{
	if (n * threadIdx.x > 30)
		return 31;
	return threadIdx.x;
}

__global__ void by_data(const int *in, int *out, int n)
{
	__shared__ int data[1024];
	data[32 * place(in, threadIdx.x)] = 1; // fact: store 8/1 data-dependent
	__syncthreads();
	data[32 * added(in + threadIdx.x)] = 2; // fact: store * data-dependent (one word or as many as there are sums)
	__syncthreads();
	if (in[threadIdx.x] > 5)
		data[32 * of_argument(n)] = 3; // fact: store * unknown (the argument, not the data)
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 1/1 exact
}

void launch(const int *in, int *out, int n)
{
	by_data<<<1, 32>>>(in, out, n);
}
