/* Rows of each array are used as such: a pointer to one, its size, its length that a template deduces, all of it as bytes. */
template <int ROWS, int COLUMNS> __device__ int rows_of(int (&a)[ROWS][COLUMNS])
{
	return ROWS;
}

__device__ int at(const int *row, int k)
{
	return row[k];
}

__global__ void kept(const int *in, int *out)
{
	__shared__ int pointed[32][32]; // not fixed: pointed: a local pointer holds a part of its indices
	__shared__ int sized[32][32]; // not fixed: sized: sizeof is taken of it
	__shared__ int deduced[32][16]; // not fixed: deduced: a template gets it, which may depend on its length
	__shared__ int passed[32][32];
	__shared__ int cleared[32][32]; // not fixed: cleared: does not use it by subscripts
	int t = threadIdx.x, k = in[t] & 15;
	int *row = pointed[t];
	row[k] = t;
	pointed[t][in[k] & 31] = 1;
	sized[t][k] = (int)(sizeof sized[0] / sizeof(int));
	deduced[t][k] = rows_of(deduced);
	passed[t][k] = k;
	memset(cleared, 0, sizeof cleared);
	cleared[t][k] = 1;
	out[t] = row[k] + sized[t][k] + deduced[t][k] + at(passed[t], k) + cleared[t][k ^ 1];
}

void launch(const int *in, int *out, int n)
{
	kept<<<1, 32>>>(in, out);
}
