static __device__ __forceinline__ int pad_s(unsigned i)
{
	return i + (i >> 4) * 2;
}

/* Indices from variables that get one value: what is added to a multiple stays outside of the function as far as it stays in its row,
 * so that nvcc still takes neighbours at once. */
__global__ void butterflies(const double *in, double *out)
{
	__shared__ double s[576];
	int group, column, to, from;
	group = threadIdx.x / 16;
	column = threadIdx.x % 16;
	to = 256 * group + 16 * column;
	in += 8 * threadIdx.x;
	s[pad_s(to)] = in[0] + in[4];
	s[pad_s(to) + 1] = in[1] + in[5];
	s[pad_s(to) + 8] = in[0] - in[4];
	s[pad_s(to) + 9] = in[1] - in[5];
	s[pad_s(to) + 4] = in[2] + in[6];
	s[pad_s(to) + 5] = in[3] + in[7];
	s[pad_s(to) + 12] = in[2] - in[6];
	s[pad_s(to) + 13] = in[3] - in[7];
	__syncthreads();
	from = 256 * group + 4 * (column / 4) + 16 * (column % 4);
	out += 8 * threadIdx.x;
	out[0] = s[pad_s(from)] + s[pad_s(from + 128)];
	out[1] = s[pad_s(from) + 1] + s[pad_s(from + 128) + 1];
	out[2] = s[pad_s(from + 64)] + s[pad_s(from + 192)];
	out[3] = s[pad_s(from + 64) + 1] + s[pad_s(from + 192) + 1];
}

void launch(const int *in, int *out, int n)
{
	butterflies<<<1, 32>>>((const double *)in, (double *)out);
}
