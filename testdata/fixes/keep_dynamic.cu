/* Dynamic shared memory: the launch gives the size, and so may others.
 * not fixed: tile: launches in other files would have to allocate as much */
__global__ void transpose(const float *in, float *out)
{
	extern __shared__ float tile[];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y * 32 + x] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = tile[x * 32 + y];
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(32, 32), 4096>>>((const float *)in, (float *)out);
}
