/* Dynamic shared memory of a kernel that stands in no header and beside the program's main: no other file launches it. */
#include <stdio.h>
#include <stdlib.h>

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

/* Prints the results, and with an argument how long so many launches take. */
int main(int argc, char **argv)
{
	static int host[1024];
	int *in, *out, times = argc > 1 ? atoi(argv[1]) : 0;
	cudaMalloc((void **)&in, sizeof(host));
	cudaMalloc((void **)&out, sizeof(host));
	for (int i = 0; i < 1024; i++)
		host[i] = i;
	cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
	launch(in, out, 0);
	cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
	printf("results");
	for (int i = 0; i < 1024; i++)
		printf(" %d", host[i]);
	printf("\n");
	cudaEvent_t from, to;
	float ms = 0;
	cudaEventCreate(&from);
	cudaEventCreate(&to);
	cudaEventRecord(from);
	for (int i = 0; i < times; i++)
		launch(in, out, 0);
	cudaEventRecord(to);
	cudaEventSynchronize(to);
	cudaEventElapsedTime(&ms, from, to);
	if (times)
		printf("microseconds %.3f\n", 1000 * ms / times);
	return cudaGetLastError();
}
