// Does not compile by itself: PITCH is from program.cu.
__global__ void complete(float *out)
{
	__shared__ float row[64];
	row[threadIdx.x] = 0;
	__syncthreads();
	out[threadIdx.x] = row[threadIdx.x];
}

__global__ void broken(float *out)
{
	__shared__ float row[32 * PITCH];
	row[threadIdx.x] = 0;
	__syncthreads();
	out[threadIdx.x] = row[threadIdx.x * PITCH];
}
