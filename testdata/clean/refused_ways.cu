/* Of the ways that the host's code may go, those that lead to a block that no device takes are none. */

__global__ void by_block(int *out)
{
	__shared__ int data[1024];
	data[threadIdx.x] = out[threadIdx.x];
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x ^ 1];
}

int main(int argc, char **)
{
	int threads = 256;
	if (argc > 5)
		threads *= argc > 6 ? 16 : 8;
	by_block<<<1, threads>>>(nullptr);
}
