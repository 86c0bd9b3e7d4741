// block: 32
// The high halves of products of 64 bits.
__global__ void products(int *out, const int *in, unsigned long long multiplier)
{
	__shared__ int s[512];
	const int t = threadIdx.x;
	for (int i = t; i < 512; i += 32)
		s[i] = in[i]; // fact: store 16/16 exact
	__syncthreads();
	const unsigned long long high = (unsigned long long)t << 59;
	int sum = s[__umul64hi(high, 64)];                                // fact: load 2/1 exact
	sum += s[__umul64hi(~0ull - t, 32ull * (t + 1)) & 511];           // fact: load 16/1 exact
	sum += s[100 + __mul64hi(-((long long)t << 58), 64)];             // fact: load 1/1 exact
	sum += s[300 + __mul64hi(0x7000000000000000ll, -16ll * (t & 7))]; // fact: load 1/1 exact
	sum += s[256 + __mul64hi((long long)in[0] << 40, 1 << 20)];       // fact: load 1/1 exact
	sum += s[(__umul64hi(in[1], multiplier) + 4 * t) & 511];          // fact: load 4/1 exact
	out[t] = sum;
}
