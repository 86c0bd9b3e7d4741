// Complete by itself, but for the launch.
__global__ void launched(float *out, int n)
{
	__shared__ float row[128];
	row[threadIdx.x] = 0;
	__syncthreads();
	out[threadIdx.x] = row[threadIdx.x * n];
}
