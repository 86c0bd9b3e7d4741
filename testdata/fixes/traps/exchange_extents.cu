/* How many rows there are, the launch says; a length that a parameter leaves out has a name; exchanged rows of 100 free nothing. */
#define THREADS 64

__device__ int get(const int s[][16], int t, int k)
{
	return s[t][k];
}

__global__ void kept(const int *in, int *out)
{
	extern __shared__ int launched[][16];
	__shared__ int passed[THREADS][16]; // not fixed: passed: a parameter leaves out its first length
	__shared__ int odd[100][16];
	int t = threadIdx.x, k = in[t] & 15;
	launched[t][k] = t;
	passed[t][k] = t;
	odd[t][k] = t;
	out[t] = launched[t][k ^ 1 & k] + get(passed, t, k) + odd[t][k];
}

void launch(const int *in, int *out, int n)
{
	kept<<<1, THREADS, THREADS * 64>>>(in, out);
}
