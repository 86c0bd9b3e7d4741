/* Indices from variables that get one value: what is added to a multiple stays outside of the function as far as it stays in its row,
 * so that nvcc still takes neighbours at once. */
__global__ void butterflies(const double *in, double *out)
{
	__shared__ double s[512];
	int group, column, to, from;
	group = threadIdx.x / 16;
	column = threadIdx.x % 16;
	to = 256 * group + 16 * column;
	in += 8 * threadIdx.x;
	s[to] = in[0] + in[4];
	s[to + 1] = in[1] + in[5];
	s[to + 8] = in[0] - in[4];
	s[to + 9] = in[1] - in[5];
	s[to + 4] = in[2] + in[6];
	s[to + 5] = in[3] + in[7];
	s[to + 12] = in[2] - in[6];
	s[to + 13] = in[3] - in[7];
	__syncthreads();
	from = 256 * group + 4 * (column / 4) + 16 * (column % 4);
	out += 8 * threadIdx.x;
	out[0] = s[from] + s[from + 128];
	out[1] = s[from + 1] + s[from + 129];
	out[2] = s[from + 64] + s[from + 192];
	out[3] = s[from + 65] + s[from + 193];
}

void launch(const int *in, int *out, int n)
{
	butterflies<<<1, 32>>>((const double *)in, (double *)out);
}
