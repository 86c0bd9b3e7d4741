/* cp.async.  What it costs in shared memory follows from both of its ends: two lanes meet where they write to one
 * bank or read from one (address modulo 128), and the lane that meets most says how long a phase takes. */
#include <cuda_pipeline.h>

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
	COPY("ca", 4, shared_address(&data[lane]), in + lane); // fact: cp_async 1/1 exact
	COPY("ca", 4, shared_address(&data[lane * 8]), in + 32 + lane); // fact: cp_async 8/1 exact
	asm volatile("cp.async.commit_group;" ::: "memory");
	asm volatile("cp.async.wait_group 0;" ::: "memory");
	__syncthreads();
	out[lane] = data[255 - lane]; // fact: load 1/1 exact
}

__global__ void pairs(const int *in, int *out)
{
	__shared__ __align__(8) int data[256];
	int lane = threadIdx.x;
	COPY("ca", 8, shared_address(&data[lane * 2]), in + lane * 2); // fact: cp_async 2/2 exact
	COPY("ca", 8, shared_address(&data[lane * 8]), in + lane * 2); // fact: cp_async 8/2 exact
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
	COPY("cg", 16, shared_address(&data[row][column ^ row % 8]), from); // fact: cp_async * (where lines of 128 bytes begin decides) // measured: cp_async 16/16
	COPY("cg", 16, shared_address(&padded[row][4 * column]), from); // fact: cp_async * (where lines of 128 bytes begin decides) // measured: cp_async 42/16
	COPY("cg", 16, shared_address(&rows[tid % 32][tid / 32]), from); // fact: cp_async 128/16 exact
	asm volatile("cp.async.wait_all;" ::: "memory");
	__syncthreads();
	float got = data[row][column].x; // fact: load 16/4 exact
	got += padded[tid % 16][tid / 16]; // fact: load 8/4 exact
	got += rows[row][column].x; // fact: load 16/4 exact
	out[tid] = (int)got;
}

/* Rows of 256 bytes become columns: of a warp, 8 lanes read from one bank, 4 write to one, and no two do both.  With
 * a column of padding, 2 write to one; by rows, those that write to one bank also read from one. */
__global__ void transposed(const int *in, int *out)
{
	__shared__ int data[16 * 32];
	int tid = threadIdx.x, row = tid / 4, column = tid % 4 * 4;
	COPY("ca", 4, shared_address(&data[column * 32 + row]), in + row * 64 + column); // fact: cp_async 44/4 exact
	COPY("ca", 4, shared_address(&data[column * 33 + row]), in + row * 64 + column); // fact: cp_async 36/4 exact
	COPY("ca", 4, shared_address(&data[row * 16 + column]), in + row * 64 + column); // fact: cp_async 32/4 exact
	asm volatile("cp.async.wait_all;" ::: "memory");
	__syncthreads();
	out[tid] = data[tid]; // fact: load 4/4 exact
}

/* Same words at the source are no help, nor is one word as the destination. */
__global__ void one_for_all(const int *in, int *out)
{
	__shared__ int data[32];
	int lane = threadIdx.x;
	COPY("ca", 4, shared_address(&data[lane]), in); // fact: cp_async 32/1 exact
	COPY("ca", 4, shared_address(&data[lane]), in + lane / 4); // fact: cp_async 4/1 exact
	COPY("ca", 4, shared_address(&data[lane / 4]), in + lane / 4); // fact: cp_async 4/1 exact
	asm volatile("cp.async.wait_all;" ::: "memory");
	out[lane] = data[lane]; // fact: load 1/1 exact
}

/* Half a warp to each row: its length decides whether the halves meet. */
__global__ void runtime_rows(const int *in, int *out, int n)
{
	__shared__ int data[32];
	int lane = threadIdx.x;
	const int *from = in + lane / 16 * n + lane % 16;
	__pipeline_memcpy_async(&data[lane], from, 4); // fact: cp_async 2/1 symbolic
	__pipeline_wait_prior(0);
	out[lane] = data[lane]; // fact: load 1/1 exact
}

__global__ void gathered(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x, at = in[lane];
	__pipeline_memcpy_async(&data[lane], in + at, 4); // fact: cp_async 32/1 bound // measured: cp_async 33/2
	__pipeline_memcpy_async(&data[32 * lane], in + at, 4); // fact: cp_async 32/1 exact // measured: cp_async 0/0
	__pipeline_wait_prior(0);
	out[lane] = data[32 * lane]; // fact: load 32/1 exact
}

/* Lanes that fill in zeros read nothing and meet at their destination only. */
__global__ void filled(const int *in, int *out, int n)
{
	__shared__ int data[64];
	int lane = threadIdx.x;
	__pipeline_memcpy_async(&data[lane], in + lane, 4, lane < n ? 0 : 4); // fact: cp_async 1/1 exact // measured: cp_async 3/2
	__pipeline_memcpy_async(&data[lane + 32], in + 2 * lane, 4, lane < n ? 0 : 4); // fact: cp_async 2/1 bound // measured: cp_async 0/0
	__pipeline_wait_prior(0);
	out[lane] = data[lane]; // fact: load 1/1 exact
}

void launch(const int *in, int *out, int n)
{
	words<<<1, 32>>>(in, out);
	pairs<<<1, 32>>>(in, out);
	vectors<<<1, 128>>>(in, out);
	transposed<<<1, 128>>>(in, out);
	one_for_all<<<1, 32>>>(in, out);
	runtime_rows<<<1, 32>>>(in, out, n);
	gathered<<<1, 32>>>(in, out);
	filled<<<1, 32>>>(in, out, n);
}

// libclang: 16
