// block: 96
// Data choose which warps execute an access that costs more in one of them: they may choose that one.
__global__ void by_warp(const int *in, int *out, int n)
{
	__shared__ int s[1024];
	const int t = threadIdx.x, w = t / 32;
	for (int i = t; i < 1024; i += 96)
		s[i] = in[i]; // fact: store 32/32 exact
	__syncthreads();
	const int row = t > 4 ? 7 : 40, other = t > 4 ? n : 2 * n;
	int sum = s[(row + t) & 1023];          // fact: load 4/3 exact
	if (in[1 + w] > 30)
		sum += s[(row + t) & 1023];     // fact: load 6/3 bound
	if (in[t] > 30)
		sum += s[(row + t + 1) & 1023]; // fact: load 6/3 bound
	if (in[5 + w] > 30)
		sum += s[(other + t) & 1023];   // fact: load 6/3 symbolic
	out[t] = sum;
}
