/* Dynamic shared memory of a kernel that stands in no header and beside the program's main: no other file launches it. */
__global__ void transpose(const int *in, int *out)
{
	extern __shared__ int tile[];
	tile[threadIdx.y * 33 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
	__syncthreads();
	out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x * 33 + threadIdx.y];
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(32, 32), 32 * 33 * sizeof(int)>>>(in, out);
}

int main()
{
	int *in, *out;
	cudaMalloc((void **)&in, 4096);
	cudaMalloc((void **)&out, 4096);
	launch(in, out, 0);
}
