#include "no_such_header.cuh"
#include "helper.cuh"

__global__ void user(int *out)
{
	*out = helper();
}
