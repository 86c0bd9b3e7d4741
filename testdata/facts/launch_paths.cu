/* Blocks from functions that return early and from loops: a launch for each way through them.
 *
 * Every other word of a row costs a warp two wavefronts for one.  A column of rows of 16 words costs half as many as the
 * block is wide. */
#include <math.h>
#include <stdlib.h>

__global__ void by_returns(int *out)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * 2]; // fact: load 4/2 exact block 64,1,1 | load 8/4 exact block 128,1,1 | load 16/8 exact block 256,1,1
}

int threads(int n)
{
	if (n < 64)
		return 64;
	if (n < 128)
		return 128;
	return 256;
}

__global__ void by_cases(int *out)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * 2]; // fact: load 4/2 exact block 64,1,1 | load 8/4 exact block 128,1,1
}

int threads_for(int kind)
{
	switch (kind) {
	case 1:
		return 64;
	case 2:
		return 128;
	default:
		throw kind;
	}
}

__global__ void by_records(int *out)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * 16 + threadIdx.y]; // fact: load 64/8 exact block 16,16,1 | load 16/4 exact block 8,16,1
}

dim3 tile(int n)
{
	if (n < 64)
		return dim3(16, 16);
	return dim3(8, 16);
}

/* Where it returns false, nothing is launched. */
__global__ void by_parameters(int *out)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * 16 + threadIdx.y]; // fact: load 64/8 exact block 16,16,1 | load 8/2 exact block 8,8,1
}

bool choose(int n, dim3 *block)
{
	if (n > 4096)
		return false;
	if (n < 64)
		*block = dim3(16, 16);
	else
		*block = dim3(8, 8);
	return true;
}

/* All ways that do not end the program have one block. */
__global__ void or_exit(int *out)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * 16 + threadIdx.y]; // fact: load 64/8 exact block 16,16,1
}

int fit(int rows, int columns, dim3 &block)
{
	const int shapes[4][3] = { { 16, 16, 1 }, { 16, 8, 1 }, { 8, 8, 1 }, { 8, 4, 1 } };
	for (int i = 0; i < 4; i++) {
		int high = ceil(shapes[0][1] * rows / (i + 1.f)), wide = ceil(shapes[0][0] * columns / 3.f);
		if (high * wide < 48 * 1024) {
			block = dim3(shapes[0][0], shapes[0][1], shapes[0][2]);
			return high * wide;
		}
	}
	exit(1);
}

/* 32, 64, 128 or 256. */
__global__ void by_doubling(int *out)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * 2]; // fact: load 2/1 exact block 32,1,1 | load 4/2 exact block 64,1,1 | load 8/4 exact block 128,1,1 | load 16/8 exact block 256,1,1
}

__global__ void by_search(int *out)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * 2]; // fact: load 4/2 exact block 64,1,1 | load 8/4 exact block 128,1,1 | load 32/16 exact block 512,1,1
}

int search(int n)
{
	const int sizes[] = { 64, 128, 512 };
	for (int size : sizes)
		if (n < size)
			return size;
	abort();
}

void launch(int *out, int n, int kind)
{
	by_returns<<<1, threads(n)>>>(out);
	by_cases<<<1, threads_for(kind)>>>(out);
	by_records<<<1, tile(n)>>>(out);
	dim3 block;
	if (choose(n, &block))
		by_parameters<<<1, block>>>(out);
	const int bytes = fit(n, kind, block);
	or_exit<<<1, block, bytes>>>(out);
	int doubled = 32;
	while (doubled < n && doubled < 256)
		doubled *= 2;
	by_doubling<<<1, doubled>>>(out);
	by_search<<<1, search(n)>>>(out);
}
