__global__ void whole(float *out)
{
	__shared__ float data[64];
	out[threadIdx.x] = data[2 * threadIdx.x];
}

__global__ void hit(float *out)
{
	__shared__ float data[64];
	out[threadIdx.x] = data[undeclared_name * threadIdx.x];
}

void launch(float *out)
{
	whole<<<1, 32>>>(out);
	hit<<<1, 32>>>(out);
}
