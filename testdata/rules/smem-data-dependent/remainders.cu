/* Where an index begins at 0 again is not known; mostly that costs nothing. */
__global__ void ring(const int *in, int *out, unsigned n)
{
	__shared__ int data[100];
	data[(blockIdx.x * 256 + threadIdx.x) % 100] = in[threadIdx.x]; // expect: smem-data-dependent about 1.3 wavefronts where 1 would do, at most 2
	__syncthreads();
	out[threadIdx.x] = data[(blockIdx.x * 256 + threadIdx.x) % n]; // expect: smem-data-dependent up to 2 wavefronts where 1 would do, but seldom
	out[threadIdx.x] += data[(blockIdx.x * 256 + threadIdx.x) % 64];
	out[threadIdx.x] += data[(blockIdx.x * 256 + threadIdx.x * 2) % 99]; // expect: smem-bank-conflict-load up to 2-way bank conflict
}
