/* A template whose instances have different lengths. */
template <typename T, int W>
__global__ void transpose(const T *in, T *out)
{
	__shared__ T tile[W][W];
	for (int i = threadIdx.x; i < W * W; i += blockDim.x)
		tile[i / W][i % W] = in[i];
	__syncthreads();
	for (int i = threadIdx.x; i < W * W; i += blockDim.x)
		out[i] = tile[i % W][i / W];
}

void launch(const int *in, int *out, int n)
{
	transpose<float, 32><<<1, 256>>>((const float *)in, (float *)out);
	transpose<float, 64><<<1, 256>>>((const float *)in, (float *)out + 1024);
}
