#pragma once
#include "deeper.h"
__device__ inline void outer(int *bins, int i)
{
	bins[2 * i] += 1;
	inner(bins, i);
}
