/* What defines a function of the same name calls that one. */
__global__ void strided(int *out, int stride)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * stride % 4096];
}

void launch(int *out, int threads, int stride)
{
	strided<<<1, threads>>>(out, stride);
}
