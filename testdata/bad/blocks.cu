__global__ void none(float *out)
{
	__shared__ float data[64];
	out[threadIdx.x] = data[2 * threadIdx.x];
}

__global__ void many(float *out)
{
	__shared__ float data[64];
	out[threadIdx.x] = data[2 * threadIdx.x];
}

__global__ void square(float *out)
{
	__shared__ float data[64];
	out[threadIdx.x] = data[2 * threadIdx.x];
}

__global__ void good(float *out)
{
	__shared__ float data[64];
	out[threadIdx.x] = data[2 * threadIdx.x];
}

void launch(float *out)
{
	none<<<1, 0>>>(out);
	many<<<1, 2048>>>(out);
	square<<<1, dim3(64, 64)>>>(out);
	good<<<1, 32>>>(out);
}
