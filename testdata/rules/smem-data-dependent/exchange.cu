/* Exchanged, each thread has a bank of its own, whatever data choose.  100 threads have not. */
__global__ void chosen(const int *in, int *out)
{
	__shared__ int a[64][32];
	__shared__ int b[100][32];
	int t = threadIdx.x;
	a[t][in[t] & 31] = t; // expect: smem-data-dependent every access of 'a' conflict-free, whatever data choose
	b[t][in[t] & 31] = t; // expect: smem-data-dependent !exchanging
	out[t] = a[t][in[t] >> 5 & 31] + // expect: smem-data-dependent exchanging the dimensions of 'a' to [32][64]
		 b[t][in[t] >> 5 & 31]; // expect: smem-data-dependent !exchanging
}

void launch(const int *in, int *out)
{
	chosen<<<1, 64>>>(in, out);
}
