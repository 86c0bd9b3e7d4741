/* What ptxas knows of the alignment of a value that a loop carries: what holds at its start and after each iteration, whatever
 * computes it (nvcc 13.0, -O2, sm_90: one store of 16 bytes, or those that are said). */
struct Words {
	int at[4];
};

struct Place {
	char *base;
	int offset;
	__device__ Words *get() const
	{
		return (Words *)(base + offset);
	}
	__device__ void add(int n)
	{
		offset += n * 2048;
	}
};

__global__ void swapped(const Words *in, int n)
{
	extern __shared__ char data[];
	int now = 0, next = 4096;
#pragma unroll 1
	for (; n > 0; n--) {
		*(Words *)(data + 16 * threadIdx.x + now) = in[threadIdx.x + n]; // fact: store 4/4 exact
		int old = now;
		now = next;
		next = old;
		__syncthreads();
	}
}

__global__ void masked(const Words *in, int n)
{
	extern __shared__ char data[];
	int now = 0;
#pragma unroll 1
	for (; n > 0; n--) {
		*(Words *)(data + 16 * threadIdx.x + now) = in[threadIdx.x + n]; // fact: store 4/4 exact
		now = now + 1024 & 8191;
		__syncthreads();
	}
}

/* The offset alternates in a record, under a condition. */
__global__ void staged(const Words *in, int n)
{
	extern __shared__ char data[];
	Place to = { data + 16 * threadIdx.x, 0 };
	int stage = 1;
	for (; n > 0; n--)
		if (n > 1) {
			*to.get() = in[threadIdx.x + n]; // fact: store 4/4 exact
			to.add(1);
			if (stage == 1)
				to.add(-2);
			stage ^= 1;
			__syncthreads();
		}
}

/* Words and pairs of words. */
__global__ void less(const Words *in, const int *where, int n, int by)
{
	extern __shared__ char data[];
	int pairs = 0, words = 0, swapped = 0, other = 4, late = 0, later = 16, last = 4;
#pragma unroll 1
	for (; n > 0; n--) {
		*(Words *)(data + 16 * threadIdx.x + pairs) = in[threadIdx.x + n]; // fact: store 8/4 exact
		__syncthreads();
		*(Words *)(data + 16 * threadIdx.x + words) = in[threadIdx.x + n]; // fact: store 16/4 exact
		__syncthreads();
		*(Words *)(data + 16 * threadIdx.x + swapped) = in[threadIdx.x + n]; // fact: store 16/4 exact
		__syncthreads();
		*(Words *)(data + 16 * threadIdx.x + late) = in[threadIdx.x + n]; // fact: store 16/4 exact
		__syncthreads();
		pairs += 8;
		words = where[n] ? words + 4096 : words - 4;
		int old = swapped;
		swapped = other;
		other = old;
		late += later;
		later = last;
	}
}

void launch(const Words *in, const int *where, int n)
{
	swapped<<<1, 32, 16384>>>(in, n);
	masked<<<1, 32, 16384>>>(in, n);
	staged<<<1, 32, 16384>>>(in, n);
	less<<<1, 32, 16384>>>(in, where, n, n);
}
