// Tree reductions of 256 elements by one block of 256: eight steps, of which the last five keep one warp.
__global__ void interleaved(float *out, const float *in)
{
	__shared__ float data[256];
	unsigned tid = threadIdx.x;
	data[tid] = in[tid]; // fact: store 8/8 exact
	__syncthreads();
	for (unsigned s = 1; s < blockDim.x; s *= 2) {
		unsigned i = 2 * s * tid;
		if (i < blockDim.x)
			data[i] += data[i + s]; // fact: load 94/24 exact | store 47/12 exact
		__syncthreads();
	}
	if (tid == 0)
		out[0] = data[0]; // fact: load 1/1 exact
}

__global__ void sequential(float *out, const float *in)
{
	__shared__ float data[256];
	unsigned tid = threadIdx.x;
	data[tid] = in[tid]; // fact: store 8/8 exact
	__syncthreads();
	for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
		if (tid < s)
			data[tid] += data[tid + s]; // fact: load 24/24 exact | store 12/12 exact
		__syncthreads();
	}
	if (tid == 0)
		out[0] = data[0]; // fact: load 1/1 exact
}

void launch(float *out, const float *in)
{
	interleaved<<<1, 256>>>(out, in);
	sequential<<<1, 256>>>(out, in);
}
