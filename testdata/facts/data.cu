/* Indices that come from data.  What is known even so: how far they reach, what they are a multiple of, where the array
 * ends.  Random data all but reaches some of the bounds; the others are given with what random data costs. */

/* 32 words lie in 32 banks, whoever asks for which. */
__global__ void small_tables(const unsigned *in, unsigned *out)
{
	__shared__ unsigned table[32], two_rows[64], last[8];
	__shared__ unsigned char bytes[128];
	int lane = threadIdx.x;
	unsigned v = in[lane];
	table[lane] = v; // fact: store 1/1 exact
	two_rows[lane] = v; // fact: store 1/1 exact
	two_rows[lane + 32] = v; // fact: store 1/1 exact
	bytes[lane * 4] = v; // fact: store 1/1 exact
	last[lane & 7] = v; // fact: store 1/1 exact
	__syncthreads();
	unsigned got = table[v & 31]; // fact: load 1/1 exact
	got += table[v]; // fact: load 1/1 exact
	got += last[v]; // fact: load 1/1 exact
	got += bytes[v]; // fact: load 1/1 exact
	got += two_rows[v]; // fact: load 2/1 bound
	table[v % 32] = got; // fact: store 1/1 exact
	atomicAdd(&table[v & 31], got); // fact: atomic 32/1 data-dependent
	out[lane] = got;
}

/* A lane's own few words. */
__global__ void near(const unsigned *in, const unsigned char *small, unsigned *out)
{
	__shared__ unsigned data[256];
	__shared__ unsigned char bytes[1024];
	int lane = threadIdx.x;
	unsigned v = in[lane], got = 0;
	for (int i = lane; i < 256; i += 32)
		data[i] = bytes[i] = i; // fact: store 16/16
	__syncthreads();
	got += bytes[lane * 4 + (v & 3)]; // fact: load 1/1 exact
	got += data[lane + (v & 1) * 32]; // fact: load 1/1 exact
	got += data[lane + 64 * (v > 7)]; // fact: load 1/1 exact
	got += data[lane * 8 + (v & 7)]; // fact: load 8/1 data-dependent
	got += data[(lane * 4 + (v & 3)) & 255]; // fact: load 4/1 data-dependent
	got += data[lane + (v & 3)]; // fact: load 2/1 data-dependent
	got += data[lane + (v >> 31)]; // fact: load 2/1 data-dependent
	got += data[lane + small[lane] / 8]; // fact: load 2/1 bound
	got += data[lane + min(v, 3u)]; // fact: load 2/1 data-dependent
	got += data[2 * lane + (v > 7)]; // fact: load 2/1 bound
	got += data[v & 32]; // fact: load 2/1 bound
	out[lane] = got;
}

/* A counter for each lane and digit: bytes of 64 lanes in a row, which are sixteen words, so that two lanes share a bank. */
__global__ void counters_of_bytes(const unsigned *in, unsigned *out)
{
	__shared__ unsigned char count[64 * 64];
	__shared__ unsigned rows[16][32];
	int lane = threadIdx.x;
	unsigned char *own = count + ((lane & 15) << 2 | lane >> 4);
	for (int i = 0; i < 64; i++)
		own[i * 64] = 0; // fact: store 64/64 exact
	for (int i = 0; i < 8; i++) {
		unsigned v = in[i * 32 + lane];
		own[(v & 63) * 64]++; // fact: load 16/8 bound | store 16/8 bound
		atomicAdd(&rows[v >> 28][lane], 1u); // fact: atomic 8/8 exact
	}
	out[lane] = own[0]; // fact: load 1/1 exact
}

/* What one lane asks for for certain counts with the others. */
__global__ void some_are_known(const unsigned *in, unsigned *out)
{
	__shared__ unsigned data[1024];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	unsigned at = lane < 8 ? lane * 32 : in[lane] * 32 + lane;
	out[lane] = data[at & 1023]; // fact: load 8/1 exact
}

/* A function that may end before data is looked at gives data's value all the same; so does one of two ways to it. */
static __device__ unsigned place_of(unsigned value, unsigned n)
{
	if (n == 0)
		return 0;
	return value & 255;
}

__device__ unsigned elsewhere(unsigned);

__global__ void or_nothing(const unsigned *in, unsigned *out)
{
	__shared__ unsigned data[256];
	int lane = threadIdx.x;
	data[place_of(in[lane], in[32])] = lane; // fact: store 8/1 data-dependent
	__syncthreads();
	unsigned at;
	if (in[lane + 32])
		at = in[lane] & 255;
	else
		at = elsewhere(lane) & 255;
	out[lane] = data[at]; // fact: load 8/1 data-dependent
}

/* Each element goes to the place of its rank: a permutation (a radix sort of the H200's takes 1 wavefront), where random places of
 * 64 words would nearly always take 2. */
__global__ void ranked(const unsigned *in, unsigned *out)
{
	__shared__ unsigned data[64];
	int lane = threadIdx.x;
	unsigned ones = __ballot_sync(0xffffffffu, in[lane] & 1), below = (1u << lane) - 1;
	unsigned rank = in[lane] & 1 ? __popc(~ones) + __popc(ones & below) : __popc(~ones & below);
	data[rank] = in[lane]; // fact: store 2/1 data-dependent
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1 exact
}

void launch(unsigned *in, unsigned char *bytes, unsigned *out)
{
	small_tables<<<1, 32>>>(in, out);
	near<<<1, 32>>>(in, bytes, out);
	counters_of_bytes<<<1, 32>>>(in, out);
	some_are_known<<<1, 32>>>(in, out);
	or_nothing<<<1, 32>>>(in, out);
	ranked<<<1, 32>>>(in, out);
}
