/* Pieces of rows are read at once: exchanged, they would not be adjacent. */
__global__ void rows(const int *in, int *out)
{
	__shared__ __align__(16) int row[64][32];
	int t = threadIdx.x;
	row[t][in[t] & 31] = t;
	row[t][(in[t] + 1) & 31] = 1;
	int4 four = *(const int4 *)&row[t][in[t] & 28];
	out[t] = four.x + four.y + four.z + four.w;
}

void launch(const int *in, int *out, int n)
{
	rows<<<1, 64>>>(in, out);
}
