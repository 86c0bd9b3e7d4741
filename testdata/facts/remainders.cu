/* A remainder or quotient of what all threads of a warp have in common, and is not known, plus their own numbers: where in a warp it passes
 * a multiple of the divisor is not known, and all that it may be is tried. */

/* Of what may be 0, 4, 8, … 96 it begins at 0 again in 8 of 25 blocks; this grid's 25 have one of each. */
__global__ void ring(const int *in, int *out)
{
	__shared__ int data[100];
	data[(blockIdx.x * 256 + threadIdx.x) % 100] = in[threadIdx.x]; // fact: store 16/8 bound (the index is a quotient, a remainder or bits of values that are not known)
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x % 100]; // fact: load 10/8 exact
}

/* A multiple of 32 words: it passes it without a change of banks. */
__global__ void rows(const int *in, int *out, unsigned n)
{
	__shared__ int data[96];
	data[(in[0] + threadIdx.x) % 96u] = in[threadIdx.x]; // fact: store 8/8 exact
	__syncthreads();
	out[threadIdx.x] = data[(blockIdx.x * 10 + threadIdx.x) % 96]; // fact: load 8/8 exact
}

/* Thirds: 11 or 12 words of each warp, in rows of 33; one column. */
__global__ void thirds(const int *in, int *out)
{
	__shared__ int data[4000];
	if (threadIdx.x < 120)
		data[threadIdx.x * 33] = in[threadIdx.x]; // fact: store 4/4 exact
	__syncthreads();
	out[threadIdx.x] = data[(in[1] + threadIdx.x) / 3u * 33]; // fact: load 8/8 exact
}

/* The divisor is not known, either: it may be less than a warp, which then has few words, or more. */
__global__ void any_divisor(const int *in, int *out, unsigned n)
{
	__shared__ int data[512];
	data[threadIdx.x] = in[threadIdx.x]; // fact: store 8/8 exact
	__syncthreads();
	out[threadIdx.x] = data[(blockIdx.x * 256 + threadIdx.x) % in[n]]; // fact: load 16/8 bound (the index is a quotient, a remainder or bits of values that are not known)
}

/* Less than 33 words of 4 bytes in all: no two are in one bank. */
__global__ void small(const int *in, int *out, int n)
{
	__shared__ double pairs[16];
	__shared__ float4 vectors[8];
	__shared__ char bytes[128];
	__shared__ int words[32];
	int found = 0;
	for (int i = 0; i < in[2]; i++)
		found += in[i] & 1;
	pairs[(found + in[threadIdx.x]) & 15] = n; // fact: store 16/16 exact
	vectors[(found + in[threadIdx.x]) & 7] = make_float4(n, n, n, n); // fact: store 32/32 exact
	bytes[(found + in[threadIdx.x]) & 127] = n; // fact: store 8/8 exact
	words[(found + in[threadIdx.x]) & 31] = n; // fact: store 8/8 exact
	__syncthreads();
	const float4 v = vectors[(found + in[threadIdx.x + 1]) & 7]; // fact: load 32/32 bound (the index was loaded from global memory)
	const double d = pairs[(found + in[threadIdx.x + 1]) & 15]; // fact: load 16/16 bound (the index was loaded from global memory)
	out[threadIdx.x] = v.x + v.y + v.z + v.w + d;
	out[threadIdx.x + 256] = bytes[threadIdx.x * n % 128u]; // fact: load 8/8 exact
	out[threadIdx.x + 512] = words[threadIdx.x * n % 32u]; // fact: load 8/8 exact
}

void launch(const int *in, int *out)
{
	ring<<<25, 256>>>(in, out);
	rows<<<5, 256>>>(in, out, 7);
	thirds<<<1, 256>>>(in, out);
	any_divisor<<<5, 256>>>(in, out, 12);
	small<<<1, 256>>>(in, out, 5);
}
