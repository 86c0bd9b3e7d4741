#include "there_is_no_such_header.h"

__global__ void whole(float *out)
{
	__shared__ float data[64];
	out[threadIdx.x] = data[2 * threadIdx.x];
}
