/* Two loads of 2 bytes from adjacent constant addresses: ptxas makes one of 4 bytes of them (LDS.32 in the machine code of nvcc 13.0
 * for sm_90), although the array's elements are not declared aligned.  All lanes use one word, so that each request takes one
 * wavefront; but how many there are is not known, and a line with another ratio beside is a bound. */
__global__ void halves(const int *in, int *out)
{
	__shared__ short s[1056];
	const int t = threadIdx.x;
	float sum = in[t];
	s[t * 3] = (short)in[t]; // fact: store 2/1 exact
	__syncthreads();
	for (int i = 0; i < 2; i++)
		sum += s[(i ^ 7) % 1056] * s[t * 32]; // fact: load * bound (one or two of the constant addresses, and one of 16 ways)
	out[t] = (int)sum;
}

int main()
{
	halves<<<1, 32>>>(nullptr, nullptr);
}
