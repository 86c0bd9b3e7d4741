__global__ void whole(float *out)
{
	__shared__ float data[64];
	out[threadIdx.x] = data[2 * threadIdx.x];
}

int main()
{
	library_t handle = library_open();
	whole<<<1, 32>>>(handle.out);
}
