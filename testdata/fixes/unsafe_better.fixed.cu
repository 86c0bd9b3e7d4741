/* Code that is not compiled names the array: exchanged dimensions, which free every access, are an unsafe fix.  A padding is safe and
 * takes twice the wavefronts: unsafe fixes are the better ones. */
__global__ void columns(const int *in, int *out)
{
	__shared__ double tile[8][32];
	int x = threadIdx.x;
	double sum = x;
	tile[x / 32][x % 32] = in[x];
	__syncthreads();
	if (x % 3 != 1)
		sum += tile[x % 8][x % 32];
#ifdef CHECKED
	sum += tile[1][2];
#endif
	out[x] = (int)sum;
}

void launch(const int *in, int *out, int n)
{
	columns<<<1, 256>>>(in, out);
}
