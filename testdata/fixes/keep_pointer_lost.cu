/* Pointers that are more than subscripted: passed on, compared, or set to something else. */
__device__ float last(const float *p)
{
	return p[31];
}

__global__ void passed(const float *in, float *out)
{
	__shared__ float s[1024]; /* not fixed: s: a local pointer holds a part of its indices */
	float *p = &s[threadIdx.x * 32];
	for (int i = 0; i < 32; i++)
		p[i] = in[threadIdx.x * 32 + i];
	out[threadIdx.x] = last(p);
}

__global__ void chosen(const float *in, float *out)
{
	__shared__ float either[1024]; /* not fixed: either: kept in a pointer */
	const float *q = &either[threadIdx.x * 32];
	for (int i = 0; i < 32; i++)
		either[threadIdx.x * 32 + i] = in[i];
	if (in[0] > 0)
		q = in;
	out[threadIdx.x] = q[1] + q[2];
}

__global__ void by_warps(const float *in, float *out)
{
	__shared__ float ordered[1024]; /* not fixed: ordered: 'volatile float *v = ordered;' does not use it by subscripts */
	volatile float *v = ordered;
	for (int i = 0; i < 32; i++)
		v[threadIdx.x * 32 + i] = in[threadIdx.x + i];
	out[threadIdx.x] = v[threadIdx.x * 32 + 5];
}

void launch(const int *in, int *out, int n)
{
	passed<<<1, 32>>>((const float *)in, (float *)out);
	chosen<<<1, 32>>>((const float *)in, (float *)out + 32);
	by_warps<<<1, 32>>>((const float *)in, (float *)out + 64);
}
