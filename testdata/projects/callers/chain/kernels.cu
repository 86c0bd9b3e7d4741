__global__ void strided(int *out, int stride)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * stride % 4096];
}

void launch_strided(int *out, dim3 block, int stride)
{
	strided<<<1, block>>>(out, stride);
}
