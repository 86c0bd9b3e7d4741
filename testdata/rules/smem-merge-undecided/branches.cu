/* What both branches end with may become one access: a conflict that only that has is a note. */
__global__ void halo(const float *in, float *out, int n)
{
	__shared__ float row[128];
	int lane = threadIdx.x;
	row[lane] = in[lane];
	row[lane + 32] = in[lane + n];
	__syncthreads();
	float value;
	if (lane & 1)
		value = row[lane] * n; // expect: smem-merge-undecided up to 2-way bank conflict if nvcc makes one access of both branches'
	else
		value = row[lane + 31] * n; // expect: smem-merge-undecided this load of 'row'
	out[lane] = value;
}

/* Each branch conflicts for itself, whether they become one or not. */
__global__ void strided(const float *in, float *out, int n)
{
	__shared__ float column[32 * 33];
	int lane = threadIdx.x;
	column[lane] = in[lane];
	__syncthreads();
	float value;
	if (lane & 1)
		value = column[lane * 32] * n; // expect: smem-bank-conflict-load up to
	else
		value = column[lane * 16] * n; // expect: smem-bank-conflict-load up to
	out[lane] = value;
}

/* Neighbours become one store of 8 bytes, in each branch or behind both, where the declaration shows their alignment. */
__global__ void padded(const int *in, int *out, int n)
{
	extern __shared__ int pairs[];
	int lane = threadIdx.x;
	if (lane < n) {
		pairs[2 * lane] = in[2 * lane]; // expect: smem-merge-undecided up to 2-way bank conflict unless nvcc merges it
		pairs[2 * lane + 1] = in[2 * lane + 1]; // expect: smem-merge-undecided this store to 'pairs'
	} else {
		pairs[2 * lane] = 0; // expect: smem-merge-undecided this store to 'pairs'
		pairs[2 * lane + 1] = 0; // expect: smem-merge-undecided this store to 'pairs'
	}
	__syncthreads();
	out[lane] = pairs[lane];
}

void launch(const int *in, int *out, int n)
{
	halo<<<1, 32>>>((const float *)in, (float *)out, n);
	strided<<<1, 32>>>((const float *)in, (float *)out, n);
	padded<<<1, 128, 1024>>>(in, out, n);
}
