/* Numbers that the other file keeps, and one that it takes from here. */
extern int threads;
extern const int stride;
extern const int smallest = 2;

__global__ void strided(int *out, int step)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * step % 4096];
}

__global__ void smaller(int *out, int step)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * step % 4096];
}

void run()
{
	strided<<<1, threads>>>(nullptr, stride);
}

void run_small(int step)
{
	smaller<<<1, 32>>>(nullptr, step);
}
