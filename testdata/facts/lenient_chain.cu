/* Arithmetic on pointers to void, which nvcc takes: each error is seen only when the one before is corrected, since it makes the type
 * that the next one has. */
template <int SIZE> struct Receiver {
	void *base;
	__device__ auto packet(int n) const
	{
		return (void *)(base + n * SIZE);
	}
	__device__ auto field(int n) const
	{
		auto from = packet(n);
		return (void *)(from + 64);
	}
	__device__ auto word(int n) const
	{
		auto from = field(n);
		return (void *)(from + 4);
	}
};

__global__ void receive(void *packets, int *out)
{
	__shared__ int data[64];
	const Receiver<128> receiver{ packets };
	data[threadIdx.x * 2] = *(const int *)receiver.word(threadIdx.x); // fact: store 2/1 exact
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 1/1 exact
}

void launch(void *packets, int *out)
{
	receive<<<1, 32>>>(packets, out);
}
