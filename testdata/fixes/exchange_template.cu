/* Lengths that are a template's, in two instances; the subscripts are a macro's and a function's. */
#define MINE(k) slots[threadIdx.x][k]

template <typename T> __device__ T twice(T a)
{
	return a + a;
}

template <typename T, int THREADS, int SLOTS> __global__ void gather(const int *in, T *out)
{
	__shared__ T slots[THREADS][SLOTS];
	int t = threadIdx.x, first = in[t] & (SLOTS - 1);
	MINE(first) = in[t];
	MINE(first ^ 1) = twice(in[t + 1]);
	slots[t][(first + 2) % SLOTS] = t;
	atomicAdd(&slots[t][first], 3);
	out[t] = MINE(first) + MINE(first ^ 1);
}

void launch(const int *in, int *out, int n)
{
	gather<int, 64, 8><<<1, 64>>>(in, out);
	gather<unsigned, 128, 16><<<1, 128>>>(in, (unsigned *)out + 64);
}
