#include "transpose.h"
#include <cstdio>

int main()
{
	const int n = 1024;
	float *in, *out;
	int wrong = 0;
	cudaMallocManaged(&in, n * n * sizeof(float));
	cudaMallocManaged(&out, n * n * sizeof(float));
	for (int i = 0; i < n * n; i++)
		in[i] = i;
	transpose<<<dim3(n / T, n / T), dim3(T, T), T * (T + 1) * sizeof(float)>>>(in, out, n);
	cudaDeviceSynchronize();
	for (int i = 0; i < n * n; i++)
		wrong += out[i] != in[i % n * n + i / n];
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
