// block: 64
// Sums x + t and x + 4 * t in an array whose declaration is aligned: NVVM sees what divides the second one, and merges, before
// it computes it from the first; unless x has the same factor, or is a sum or a mask.
struct alignas(16) Storage {
	float buff[512];
};

__device__ unsigned lane_of()
{
	unsigned lane;
	asm("mov.u32 %0, %%laneid;" : "=r"(lane));
	return lane;
}

/* Striped to blocked, as cub's exchanges. */
__global__ void exchanged(const int *in, float *out)
{
	__shared__ Storage storage;
	const int warp_offset = (threadIdx.x >> 5) * 128, lane = threadIdx.x & 31;
	float item[4];
#pragma unroll
	for (int i = 0; i < 4; i++) {
		const int at = warp_offset + i * 32 + lane;
		storage.buff[at] = in[threadIdx.x + i * 64]; // fact: store 8/8 exact
	}
	__syncwarp();
#pragma unroll
	for (int i = 0; i < 4; i++) {
		const int at = warp_offset + i + lane * 4;
		item[i] = storage.buff[at]; // fact: load 8/8 exact
	}
	out[threadIdx.x] = item[0] + item[1] * 2 + item[2] * 3 + item[3] * 5;
}

__global__ void exchanged_lanes(const int *in, float *out)
{
	__shared__ Storage storage;
	const int warp_offset = (threadIdx.x >> 5) * 128;
	const unsigned lane = lane_of();
	float item[4];
#pragma unroll
	for (int i = 0; i < 4; i++) {
		const int at = warp_offset + i + lane * 4;
		storage.buff[at] = in[threadIdx.x + i * 64]; // fact: store 8/8 exact
	}
	__syncwarp();
#pragma unroll
	for (int i = 0; i < 4; i++) {
		const int at = warp_offset + i * 32 + lane;
		item[i] = storage.buff[at]; // fact: load 8/8 exact
	}
	out[threadIdx.x] = item[0] + item[1] * 2 + item[2] * 3 + item[3] * 5;
}

/* Another factor than that of t. */
__global__ void eightfold(const int *in, float *out)
{
	__shared__ Storage storage;
	const int x = (in[0] & 3) * 8, t = threadIdx.x;
	float item[4];
	for (int i = 0; i < 5; i++)
		storage.buff[x + t + i * 64] = in[t + i * 64]; // fact: store 10/10 exact
	__syncthreads();
#pragma unroll
	for (int i = 0; i < 4; i++)
		item[i] = storage.buff[x + i + t * 4]; // fact: load 8/8 exact
	out[t] = item[0] + item[1] * 2 + item[2] * 3 + item[3] * 5;
}

/* The same factor: NVVM takes it out of the sum. */
__global__ void fourfold(const int *in, float *out)
{
	__shared__ Storage storage;
	const int x = (in[0] & 3) * 4, t = threadIdx.x;
	float item[4];
	for (int i = 0; i < 5; i++)
		storage.buff[x + t + i * 64] = in[t + i * 64]; // fact: store 10/10 exact
	__syncthreads();
#pragma unroll
	for (int i = 0; i < 4; i++)
		item[i] = storage.buff[x + i + t * 4]; // fact: load * bound (NVVM may compute one of them in another way)
	out[t] = item[0] + item[1] * 2 + item[2] * 3 + item[3] * 5;
}

/* By a mask. */
__global__ void masked(const int *in, float *out)
{
	__shared__ Storage storage;
	const int x = in[0] & 12, t = threadIdx.x;
	float item[4];
	for (int i = 0; i < 5; i++)
		storage.buff[x + t + i * 64] = in[t + i * 64]; // fact: store 10/10 exact
	__syncthreads();
#pragma unroll
	for (int i = 0; i < 4; i++)
		item[i] = storage.buff[x + i + t * 4]; // fact: load * bound (NVVM may compute one of them in another way)
	out[t] = item[0] + item[1] * 2 + item[2] * 3 + item[3] * 5;
}

void launch(const int *in, int *out)
{
	exchanged<<<1, 64>>>(in, (float *)out);
	exchanged_lanes<<<1, 64>>>(in, (float *)out);
	eightfold<<<1, 64>>>(in, (float *)out);
	fourfold<<<1, 64>>>(in, (float *)out);
	masked<<<1, 64>>>(in, (float *)out);
}
