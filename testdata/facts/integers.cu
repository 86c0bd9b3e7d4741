/* Integer arithmetic in indices, with C's widths and signs.  A word 32 * k lies in bank 0, so the number of
 * ways is the number of different k. */

__global__ void remainder_keeps_the_sign(const int *in, int *out)
{
	__shared__ int data[512];
	int lane = threadIdx.x;
	data[16 * lane] = in[lane]; // fact: store 16/1 exact
	__syncthreads();
	out[lane] = data[((lane - 16) % 8 + 8) * 32]; // fact: load 15/1 exact
}

__global__ void division_truncates(const int *in, int *out)
{
	__shared__ int data[128];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	out[lane] = data[((lane - 20) / 16 + 2) * 32]; // fact: load 2/1 exact
}

__global__ void right_shift_keeps_the_sign(const int *in, int *out)
{
	__shared__ int data[128];
	int lane = threadIdx.x;
	data[4 * lane] = in[lane]; // fact: store 4/1 exact
	__syncthreads();
	out[lane] = data[((lane - 20) >> 4) * 32 + 64]; // fact: load 3/1 exact
}

__global__ void unsigned_right_shift(const int *in, int *out)
{
	__shared__ int data[512];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	unsigned u = lane - 20;
	out[lane] = data[(u >> 28) * 32]; // fact: load 2/1 exact
}

__global__ void unsigned_wraps(const int *in, int *out)
{
	__shared__ int data[1024];
	unsigned lane = threadIdx.x;
	data[(lane - 16) % 24] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	out[lane] = data[(lane - 16) % 24 * 32]; // fact: load 16/1 exact
}

__global__ void byte_wraps(const int *in, int *out)
{
	__shared__ int data[256];
	int lane = threadIdx.x;
	unsigned char c = lane * 10;
	data[c] = in[lane]; // fact: store 2/1 exact
	__syncthreads();
	c = lane * 32;
	out[lane] = data[c]; // fact: load 8/1 exact
}

__global__ void signed_byte_wraps(const int *in, int *out)
{
	__shared__ int data[256];
	int lane = threadIdx.x;
	signed char c = lane * 8;
	data[c + 128] = in[lane]; // fact: store 8/1 exact
	__syncthreads();
	c = lane * 12;
	out[lane] = data[c < 0 ? 0 : c * 2]; // fact: load 6/1 exact
}

__global__ void short_wraps(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x;
	short s = lane * 4096;
	data[s / 128 + 512] = in[lane]; // fact: store 16/1 exact
	unsigned short u = lane * 4096;
	__syncthreads();
	out[lane] = data[u / 256 + lane]; // fact: load 1/1 exact
}

__global__ void wide_product(const int *in, int *out)
{
	__shared__ int data[1056];
	int lane = threadIdx.x;
	unsigned long long wide = lane * 0x0000002100000000ULL;
	data[wide >> 32] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	unsigned narrow = lane * 0x21000000u;
	out[lane] = data[narrow >> 24]; // fact: load 1/1 exact
}

__global__ void wide_and_narrow_shift(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x;
	long long wide = (long long)lane << 32;
	data[(int)(wide >> 27)] = in[lane]; // fact: store 32/1 exact
	__syncthreads();
	out[lane] = data[(int)wide + lane]; // fact: load 1/1 exact
}

__global__ void hash(const int *in, int *out)
{
	__shared__ int data[64];
	int lane = threadIdx.x;
	unsigned h = lane * 2654435761u;
	data[h >> 27] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	out[lane] = data[h >> 26]; // fact: load 2/1 exact
}

__global__ void bits(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x;
	data[lane ^ lane >> 1] = in[lane]; // fact: store 1/1 exact
	data[(~lane & 31) | 32] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	int got = data[(lane & 3) << 5 | lane >> 2]; // fact: load 4/1 exact
	got += data[(lane & ~7) * 32]; // fact: load 4/1 exact
	out[lane] = got;
}

__global__ void truth_values(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x;
	data[(lane < 16) * 32 + lane % 16] = in[lane]; // fact: store 2/1 exact
	data[!lane * 32 + 64] = in[lane]; // fact: store 2/1 exact
	__syncthreads();
	int got = data[(lane > 3 && lane < 30 || lane == 31) * 32]; // fact: load 2/1 exact
	got += data[lane & 1 ? lane * 32 : lane]; // fact: load 17/1 exact
	out[lane] = got;
}

/* In a comparison of int with unsigned the int is converted: lane - 16 < 16u is false for lanes below 16. */
__global__ void mixed_comparison(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	out[lane] = data[lane - 16 < 16u ? lane * 32 : lane]; // fact: load 17/1 exact
}

__global__ void least_and_greatest(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x;
	data[max(lane, 24) * 32] = in[lane]; // fact: store 8/1 exact
	__syncthreads();
	out[lane] = data[min(lane, 6) * 32]; // fact: load 7/1 exact
}

__global__ void compound_assignment(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x, i = lane;
	i <<= 3;
	i -= lane;
	i ^= 4;
	data[i++] = in[lane]; // fact: store 1/1 exact
	i /= 7;
	i *= 16;
	i %= 256;
	__syncthreads();
	out[lane] = data[--i + 1]; // fact: load 8/1 exact
}

void launch(const int *in, int *out, int)
{
	remainder_keeps_the_sign<<<1, 32>>>(in, out);
	division_truncates<<<1, 32>>>(in, out);
	right_shift_keeps_the_sign<<<1, 32>>>(in, out);
	unsigned_right_shift<<<1, 32>>>(in, out);
	unsigned_wraps<<<1, 32>>>(in, out);
	byte_wraps<<<1, 32>>>(in, out);
	signed_byte_wraps<<<1, 32>>>(in, out);
	short_wraps<<<1, 32>>>(in, out);
	wide_product<<<1, 32>>>(in, out);
	wide_and_narrow_shift<<<1, 32>>>(in, out);
	hash<<<1, 32>>>(in, out);
	bits<<<1, 32>>>(in, out);
	truth_values<<<1, 32>>>(in, out);
	mixed_comparison<<<1, 32>>>(in, out);
	least_and_greatest<<<1, 32>>>(in, out);
	compound_assignment<<<1, 32>>>(in, out);
}
