// program.cu instantiates it.
template <int N> __global__ void generic(float *out)
{
	__shared__ float row[32 * N];
	row[threadIdx.x] = 0;
	__syncthreads();
	out[threadIdx.x] = row[threadIdx.x * N];
}
