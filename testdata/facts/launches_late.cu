/* Host code that is not run to its end: what is known of launches behind it. */
#include <stdexcept>

__host__ __device__ int threads_of(int warps)
{
	return warps * 32;
}

/* Loops that take the whole budget, in front of the launch. */
__global__ void behind_work(int *out)
{
	__shared__ int data[1024];
	data[threadIdx.x * 2] = 1; // fact: store 8/4 exact block 128
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 4/4 exact block 128
}

/* The block comes from a function that is not followed there: only where run() is looked at by itself. */
static int four_warps()
{
	int threads = 0;
	for (int i = 0; i < 4; i++)
		threads += threads_of(1);
	return threads;
}

__global__ void by_itself(int *out, int n)
{
	__shared__ int data[1024];
	data[threadIdx.x * 2] = n; // fact: store 8/4 exact block 128
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 4/4 exact block 128
}

static void run(int *out)
{
	by_itself<<<1, four_warps()>>>(out, 5);
	behind_work<<<1, threads_of(4)>>>(out);
}

static int work(int n, const int *in)
{
	int sum = n;
	for (int i = 0; i < 100; i++)
		for (int k = 0; k < 20; k++)
			sum = threads_of(sum) + (sum % 3 == n ? i : k) + in[i];
	return sum;
}

__global__ void first(int *out, int n)
{
	out[threadIdx.x] = n;
}

void works(int *out, const int *in)
{
	for (int i = 0; i < 64; i++)
		first<<<1, 64>>>(out, work(i, in));
	for (int i = 0; i < 64; i++)
		first<<<1, 64 + i>>>(out, work(i, in));
	run(out);
}

/* What the occupancy functions of the toolkit give is not known, and they do not always fail. */
__global__ void occupied(int *out)
{
	out[threadIdx.x] = 0;
}

__global__ void behind_occupancy(int *out)
{
	__shared__ int data[1024];
	data[threadIdx.x * 4] = 1; // fact: store 8/2 exact block 64
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 2/2 exact block 64
}

void occupancy(int *out)
{
	int grid = 0, block = 0;
	cudaError_t error = cudaOccupancyMaxPotentialBlockSize(&grid, &block, occupied);
	if (error != cudaSuccess)
		throw std::runtime_error("no occupancy");
	occupied<<<grid, block>>>(out);
	behind_occupancy<<<1, 64>>>(out);
}
