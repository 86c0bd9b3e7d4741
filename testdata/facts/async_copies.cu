/* cp.async.  What it costs in shared memory follows from where its lanes read: here each copies the piece
 * after the one of the lane before. */

#define COPY(how, bytes, to, from) \
	asm volatile("cp.async." how ".shared.global [%0], [%1], " #bytes ";" ::"r"(to), "l"(from) : "memory")

__device__ unsigned shared_address(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__global__ void words(const int *in, int *out)
{
	__shared__ int data[256];
	int lane = threadIdx.x;
	COPY("ca", 4, shared_address(&data[lane]), in + lane); // fact: cp_async 1/1
	COPY("ca", 4, shared_address(&data[lane * 8]), in + 32 + lane); // fact: cp_async 8/1
	asm volatile("cp.async.commit_group;" ::: "memory");
	asm volatile("cp.async.wait_group 0;" ::: "memory");
	__syncthreads();
	out[lane] = data[255 - lane]; // fact: load 1/1 exact
}

__global__ void pairs(const int *in, int *out)
{
	__shared__ __align__(8) int data[256];
	int lane = threadIdx.x;
	COPY("ca", 8, shared_address(&data[lane * 2]), in + lane * 2); // fact: cp_async 2/2
	COPY("ca", 8, shared_address(&data[lane * 8]), in + lane * 2); // fact: cp_async 8/2
	asm volatile("cp.async.wait_all;" ::: "memory");
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1 exact
}

__global__ void vectors(const int *in, int *out)
{
	__shared__ __align__(128) float4 data[16][8], rows[32][8];
	__shared__ __align__(16) float padded[16][36];
	int tid = threadIdx.x;
	const float4 *from = (const float4 *)in + tid;
	int row = tid / 8, column = tid % 8;
	COPY("cg", 16, shared_address(&data[row][column ^ row % 8]), from); // fact: cp_async * // measured: cp_async 16/16
	COPY("cg", 16, shared_address(&padded[row][4 * column]), from); // fact: cp_async * // measured: cp_async 42/16
	COPY("cg", 16, shared_address(&rows[tid % 32][tid / 32]), from); // fact: cp_async 128/16
	asm volatile("cp.async.wait_all;" ::: "memory");
	__syncthreads();
	float got = data[row][column].x; // fact: load 16/4 exact
	got += padded[tid % 16][tid / 16]; // fact: load 8/4 exact
	got += rows[row][column].x; // fact: load 16/4 exact
	out[tid] = (int)got;
}

void launch(const int *in, int *out, int)
{
	words<<<1, 32>>>(in, out);
	pairs<<<1, 32>>>(in, out);
	vectors<<<1, 128>>>(in, out);
}

// libclang: 21
