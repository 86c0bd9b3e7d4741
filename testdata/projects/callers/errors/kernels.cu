__global__ void strided(int *out, int stride)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * stride % 4096];
}

__global__ void planned(int *out, int stride)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * stride % 4096];
}

void run(int *out, int threads, int stride)
{
	strided<<<1, threads>>>(out, stride);
}

void plan(int *out, int threads, int stride)
{
	planned<<<1, threads>>>(out, stride);
}
