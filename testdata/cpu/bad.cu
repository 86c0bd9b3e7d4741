/* A program that fails as its argument says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__global__ void copy(int *out)
{
	__shared__ int tile[32];
	tile[threadIdx.x] = (int)threadIdx.x;
	out[threadIdx.x] = tile[threadIdx.x];
}

__global__ void trap(int *out)
{
	out[threadIdx.x] = ((volatile int *)0)[threadIdx.x];
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";
	int *out;
	if (strcmp(how, "nothing") == 0)
		return 0;
	cudaMalloc((void **)&out, 128);
	copy<<<1, 32>>>(out);
	if (strcmp(how, "insist") == 0) {
		trap<<<1, 32>>>(out);
		if (cudaGetLastError() != cudaSuccess)
			abort();
	}
	if (strcmp(how, "fail") == 0)
		return 3;
	if (strcmp(how, "talk") == 0 && getchar() != EOF)
		return 4;
	for (long i = 0; strcmp(how, "talk") == 0 && i < 3000000; i++)
		puts("0123456789");
	for (volatile long i = 0; strcmp(how, "hang") == 0; i++)
		;
	return 0;
}
