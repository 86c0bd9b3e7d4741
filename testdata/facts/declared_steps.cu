/* Words of 16 bytes at addresses that a loop steps: where the declaration shows the alignment, NVVM merges them before it chooses
 * which address to update (sm_90, nvcc 13.0: all accesses of 16 bytes), also past stores to other places of the object. */
__global__ void dynamic(const float *in, float *out, int n)
{
	extern __shared__ float data[];
	int lane = threadIdx.x;
	float sum = 0;
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		for (int i = 0; i < 4; i++) {
			data[128 * k + 4 * lane + i] = in[k * 512 + i * 128 + lane]; // fact: store 4/4 exact
			data[128 * k + 4 * lane + i + 4096] = in[k * 700 + i * 128 + lane]; // fact: store 4/4 exact
		}
		__syncthreads();
		for (int i = 0; i < 4; i++)
			sum = sum * 3.0f + data[128 * k + 4 * lane + i + 4096]; // fact: load 4/4 exact
		__syncthreads();
	}
	out[lane] = sum;
}

__global__ void declared(const float *in, float *out, int n)
{
	__shared__ __align__(16) float data[4096];
	int lane = threadIdx.x;
	float sum = 0;
	for (int i = 0; i < 128; i++)
		data[lane + i * 32] = in[i]; // fact: store 128/128 exact
	__syncthreads();
#pragma unroll 1
	for (int k = 0; k < n; k++)
		for (int i = 0; i < 4; i++)
			sum = sum * 3.0f + data[128 * k + 4 * lane + i]; // fact: load 4/4 exact
	out[lane] = sum;
}

/* Which of four is updated is not known: ptxas knows the alignment of none. */
__global__ void plain(const float *in, float *out, int n)
{
	__shared__ float data[4096];
	int lane = threadIdx.x;
	float sum = 0;
	for (int i = 0; i < 128; i++)
		data[lane + i * 32] = in[i]; // fact: store 128/128 exact
	__syncthreads();
#pragma unroll 1
	for (int k = 0; k < n; k++)
		for (int i = 0; i < 4; i++)
			sum = sum * 3.0f + data[128 * k + 4 * lane + i]; // fact: load 16/4 bound
	out[lane] = sum;
}

struct Sums {
	float *at;
};

struct Adder {
	Sums &sums;
	__device__ void add(int i, float x)
	{
		sums.at[i] += x; // fact: load 1/1 exact | store 1/1 exact
	}
};

/* What a loop may store to through pointers are variables whose address was taken; the index is none. */
__global__ void through(const float *in, float *out, int n)
{
	__shared__ float kept[32];
	extern __shared__ float data[];
	int lane = threadIdx.x;
	Sums sums = { kept };
	Adder adder = { sums };
	kept[lane] = 0; // fact: store 1/1 exact
	__syncthreads();
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		for (int i = 0; i < 4; i++)
			data[128 * k + 4 * lane + i] = in[k * 512 + i * 128 + lane]; // fact: store 4/4 exact
		__syncthreads();
		adder.add(lane, data[lane]); // fact: load 1/1 exact
		__syncthreads();
	}
	out[lane] = kept[lane]; // fact: load 1/1 exact
}

void launch(const float *in, float *out, int n)
{
	dynamic<<<1, 32, 65536>>>(in, out, n);
	declared<<<1, 32>>>(in, out, n);
	plain<<<1, 32>>>(in, out, n);
	through<<<1, 32, 65536>>>(in, out, n);
}
