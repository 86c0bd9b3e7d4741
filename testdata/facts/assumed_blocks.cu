/* Blocks of which no launch says all: rows of a warp where the kernel tells more than x apart, and else one row. */
#include <cooperative_groups.h>

__global__ void __launch_bounds__(256) rows_of_bounds(const int *in, int *out)
{
	__shared__ int sums[7][32];
	if (threadIdx.y > 0)
		sums[threadIdx.y - 1][threadIdx.x] = in[threadIdx.x]; // fact: store 7/7 exact block 32,8,1
	__syncthreads();
	if (threadIdx.y == 0)
		out[threadIdx.x] = sums[3][threadIdx.x]; // fact: load 1/1 exact block 32,8,1
}

__device__ int row()
{
	return threadIdx.y;
}

__global__ void rows_of_a_function(const int *in, int *out)
{
	__shared__ int data[8][64];
	data[row()][2 * threadIdx.x] = in[threadIdx.x]; // fact: store 16/8 exact block 32,8,1
	__syncthreads();
	out[threadIdx.x] = data[row() ^ 1][threadIdx.x]; // fact: load 8/8 exact block 32,8,1
}

__global__ void rows_of_a_copy(const int *in, int *out)
{
	__shared__ int data[8][32];
	const dim3 at = threadIdx;
	data[at.y][at.x] = in[at.x]; // fact: store 8/8 exact block 32,8,1
	__syncthreads();
	out[at.x] = data[at.y ^ 1][at.x]; // fact: load 8/8 exact block 32,8,1
}

/* Through a library, which numbers threads of any block itself. */
__global__ void rows_of_a_group(const int *in, int *out)
{
	__shared__ int data[8][32];
	const cooperative_groups::thread_block group = cooperative_groups::this_thread_block();
	if (group.thread_index().y > 0)
		data[group.thread_index().y][threadIdx.x] = in[threadIdx.x]; // fact: store 7/7 exact block 32,8,1
	group.sync();
	out[threadIdx.x] = data[7][threadIdx.x]; // fact: load 8/8 exact block 32,8,1
}

__global__ void ranks_of_a_group(const int *in, int *out)
{
	__shared__ int data[256];
	const cooperative_groups::thread_block group = cooperative_groups::this_thread_block();
	data[group.thread_rank()] = in[group.thread_index().x]; // fact: store 8/8 exact block 256,1,1
	group.sync();
	out[threadIdx.x] = data[255 - group.thread_rank()]; // fact: load 8/8 exact block 256,1,1
}

/* Of the block's place in the grid all dimensions are read. */
__global__ void rows_of_a_grid(const int *in, int *out)
{
	__shared__ int data[256];
	data[threadIdx.x] = in[threadIdx.x + blockIdx.y * gridDim.x]; // fact: store 8/8 exact block 256,1,1
	__syncthreads();
	out[threadIdx.x] = data[255 - threadIdx.x]; // fact: load 8/8 exact block 256,1,1
}

/* Numbers of the program's own in such a record, and a copy in one. */
__global__ void divided(const int *in, int *out, uint3 by)
{
	__shared__ int data[256];
	data[threadIdx.x] = in[threadIdx.x / by.y + by.z]; // fact: store 8/8 exact block 256,1,1
	__syncthreads();
	out[threadIdx.x] = data[255 - threadIdx.x]; // fact: load 8/8 exact block 256,1,1
}

__global__ void rows_of_another_copy(const int *in, int *out)
{
	__shared__ int data[8][32];
	const uint3 at = threadIdx;
	data[at.y][at.x] = in[at.x]; // fact: store 8/8 exact block 32,8,1
	__syncthreads();
	out[at.x] = data[at.y ^ 1][at.x]; // fact: load 8/8 exact block 32,8,1
}

__global__ void __launch_bounds__(256) planes(const int *in, int *out)
{
	__shared__ int data[2][4][32];
	data[threadIdx.z][threadIdx.y][threadIdx.x] = in[threadIdx.x]; // fact: store 8/8 exact block 32,4,2
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.z ^ 1][threadIdx.y][threadIdx.x]; // fact: load 8/8 exact block 32,4,2
}

/* A warp at most. */
__global__ void __launch_bounds__(32) a_row(const int *in, int *out)
{
	__shared__ int data[32][32];
	data[threadIdx.y][threadIdx.x] = in[threadIdx.x]; // fact: store 1/1 exact block 32,1,1
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x][threadIdx.y]; // fact: load 32/1 exact block 32,1,1
}

__global__ void one_dimension(const int *in, int *out)
{
	__shared__ int data[1024];
	data[threadIdx.x] = in[threadIdx.x]; // fact: store 8/8 exact block 256,1,1
	__syncthreads();
	out[threadIdx.x] = data[4 * threadIdx.x]; // fact: load 32/8 exact block 256,1,1
}

/* The launch gives the rows' length, the bounds how many they are. */
__global__ void __launch_bounds__(128) columns(const int *in, int *out)
{
	__shared__ int data[16][8];
	data[threadIdx.x][threadIdx.y] = in[threadIdx.x]; // fact: store 16/4 exact block 16,8,1
	__syncthreads();
	out[threadIdx.x] = data[15 - threadIdx.x][threadIdx.y]; // fact: load 16/4 exact block 16,8,1
}

/* What the launch leaves open the kernel does not read: it numbers its threads. */
__global__ void numbered(const int *in, int *out)
{
	__shared__ int data[256];
	const int i = threadIdx.x;
	data[i] = in[i]; // fact: store 8/8 exact block 32,8,1
	__syncthreads();
	out[i] = data[31 - i]; // fact: load 8/8 exact block 32,8,1
}

void launch_with(const int *in, int *out, int n)
{
	columns<<<1, dim3(16, n)>>>(in, out);
	numbered<<<1, dim3(32, n)>>>(in, out);
}
