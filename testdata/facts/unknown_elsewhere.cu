/* Data decide the index in half of the threads, which do not execute the accesses: in the others it is known, but not whether nvcc
 * sees that it is even.  (It does: the machine code of nvcc 13.0 for sm_90 has one LDS.64.  The two were said to stay, exactly.) */
__global__ void kernel(const int *in, float *out)
{
	__shared__ __align__(16) float s[128];
	const int t = threadIdx.x;
	int at = in[t];
	s[t] = t; // fact: store 2/2 exact
	__syncthreads();
	if (t < 32)
		at = t * 36 % 100;
	if (t < 32)
		out[t] = s[at] + s[at + 1]; // fact: load * bound (two loads, or one of 8 bytes)
}

int main()
{
	kernel<<<1, 64>>>(nullptr, nullptr);
}
