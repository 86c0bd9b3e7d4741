// Softmax of rows of up to 1024 elements, a block for each: maximum, sum and result through shared memory.
#include <math.h>

__global__ void softmax(float *out, const float *in, int columns)
{
	__shared__ float row[1024], part[256];
	const float *x = in + blockIdx.x * columns;
	int t = threadIdx.x;
	float most = -INFINITY, sum = 0;
	for (int i = t; i < columns; i += blockDim.x) {
		row[i] = x[i];
		most = fmaxf(most, row[i]);
	}
	part[t] = most;
	__syncthreads();
	for (int s = blockDim.x / 2; s > 0; s /= 2) {
		if (t < s)
			part[t] = fmaxf(part[t], part[t + s]);
		__syncthreads();
	}
	most = part[0];
	__syncthreads();
	for (int i = t; i < columns; i += blockDim.x)
		sum += row[i] = expf(row[i] - most);
	part[t] = sum;
	__syncthreads();
	for (int s = blockDim.x / 2; s > 0; s /= 2) {
		if (t < s)
			part[t] += part[t + s];
		__syncthreads();
	}
	for (int i = t; i < columns; i += blockDim.x)
		out[blockIdx.x * columns + i] = row[i] / part[0];
}

void launch(float *out, const float *in, int rows, int columns)
{
	softmax<<<rows, 256>>>(out, in, columns);
}
