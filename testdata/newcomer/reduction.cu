// The sum of an array: the tree that everybody writes first.
__global__ void reduce(const float *in, float *out, int n)
{
	extern __shared__ float sdata[];
	unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	sdata[t] = i < n ? in[i] : 0;
	__syncthreads();
	for (unsigned s = 1; s < blockDim.x; s *= 2) {
		unsigned at = 2 * s * t;
		if (at < blockDim.x)
			sdata[at] += sdata[at + s];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = sdata[0];
}

int main()
{
	const int n = 1 << 20, threads = 256;
	float *in, *out;
	cudaMalloc(&in, n * sizeof(float));
	cudaMalloc(&out, n / threads * sizeof(float));
	reduce<<<n / threads, threads, threads * sizeof(float)>>>(in, out, n);
	return cudaDeviceSynchronize();
}
