/* Atomics that are loops of compare-and-swap: an atomic is retried where several warps update one word, as often as it happens.
 * The cost and ideal of an iteration are known for words of 4 bytes. */
__global__ void on_one_word(const int *in, double *out)
{
	__shared__ float f;
	__shared__ double d;
	__shared__ unsigned long long n;
	int t = threadIdx.x;
	f = 0; // fact: store 2/2 exact
	d = 0; // fact: store 4/4 exact
	n = 0; // fact: store 4/4 exact
	__syncthreads();
	atomicAdd(&f, (float)in[t]); // fact: load 64/64 exact | atomic 128/128 exact // measured: load * (a loop that runs until every lane got through) | atomic * (a loop that turns until every lane got through)
	__syncthreads();
	atomicAdd(&n, (unsigned long long)in[t]); // fact: load 64/64 bound | atomic 192/144 bound // measured: load * (a loop that runs until every lane got through) | atomic * (a loop that turns until every lane got through)
	__syncthreads();
	if (t % 32 == 0)
		atomicAdd(&d, (double)in[t]); // fact: load 2/2 exact | atomic 4/4 exact // measured: load * (a loop that runs until every lane got through) | atomic * (a loop that turns until every lane got through)
	__syncthreads();
	out[t] = f + d + n; // fact: load 6/6 exact
}

/* Each warp has words of its own. */
__global__ void apart(const int *in, float *out)
{
	__shared__ float f[64];
	int t = threadIdx.x;
	f[t] = 0; // fact: store 2/2 exact
	__syncthreads();
	atomicAdd(&f[t], (float)in[t]); // fact: load 2/2 exact | atomic 4/4 exact
	__syncthreads();
	atomicAdd(&f[t ^ 1], (float)in[t]); // fact: load 2/2 exact | atomic 4/4 exact
	__syncthreads();
	out[t] = f[t]; // fact: load 2/2 exact
}

void launch(const int *in, int *out, int n)
{
	on_one_word<<<1, 64>>>(in, (double *)out);
	apart<<<1, 64>>>(in, (float *)out);
}
