#pragma once

static __global__ void same(int *out)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * 2];
}

static __global__ void other(int *out, int stride)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * stride];
}
