// Buffers whose addresses a record holds, beside other members: which of them it is, is not known, but the lanes of a warp use
// neighbouring words of it.  256 bytes are a whole number of rows of banks.
struct Buffers {
	int counts[2];
	float *of[2];
	int phase;
	bool are_two;
	__device__ Buffers(float *base, int n) : phase(0), are_two(n == 2)
	{
		counts[0] = counts[1] = n;
		of[0] = base;
		of[1] = n == 2 ? base + 256 : base;
	}
	__device__ float *now() { return of[phase]; }
	__device__ void flip()
	{
		if (are_two)
			phase ^= 1;
	}
};

__global__ void __launch_bounds__(128) turns(const float *in, float *out, int rounds, int n)
{
	__shared__ float s[512];
	Buffers buffers(s, n);
	for (int r = 0; r < rounds; r++) {
		buffers.now()[threadIdx.x] = in[threadIdx.x]; // fact: store 4/4 exact
		__syncthreads();
		out[threadIdx.x] = buffers.now()[2 * threadIdx.x]; // fact: load 8/4 exact
		__syncthreads();
		buffers.flip();
	}
}

// Two arrays, and an index that is one too high: the constant in it does not tell which of them it leads into, and so the store may
// be to either object: four warps for one, and four for each half of the other.
struct Rings {
	float *first[2], *second[2];
};

__global__ void __launch_bounds__(128) one_less(const float *in, int which)
{
	__shared__ float s[1024];
	__shared__ float2 apart[256];
	float *of = (float *)apart;
	Rings rings = { { s, s + 256 }, { of, of + 256 } };
	rings.second[which - 1][threadIdx.x] = in[threadIdx.x]; // fact: store 12/12 exact
}
