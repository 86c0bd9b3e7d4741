/* Two programs use this file, and each has numbers of its own. */
extern int threads;
int width();

__global__ void strided(int *out, int stride)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * stride % 4096];
}

__global__ void by_function(int *out, int stride)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * stride % 4096];
}

void run(int stride)
{
	strided<<<1, threads>>>(nullptr, stride);
	by_function<<<1, 64>>>(nullptr, width());
}
