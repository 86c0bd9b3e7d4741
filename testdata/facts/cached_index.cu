/* Indices that are loaded with a cache operator are data, as others that are loaded. */
__global__ void gather(const int *in, int *out)
{
	__shared__ int s[1024];
	const int t = threadIdx.x;
	for (int i = t; i < 1024; i += 32)
		s[i] = in[i]; // fact: store 32/32 exact
	__syncthreads();
	const int j = __ldg(in + t * 32) & 1023;
	int sum = s[j]; // fact: load * data-dependent (j is data)
	sum += s[__ldcg(&in[t]) & 31]; // fact: load 1/1 exact
	if (__ldcs(in) > 0)
		sum += s[t * 2]; // fact: load 2/1 exact
	out[t] = sum;
}

void launch(const int *in, int *out, int n)
{
	gather<<<1, 32>>>(in, out);
}
