// exit: 3
/* As in own_rows.cu, but a store that is not known may be to any row. */
__device__ float *other(float *p);

__global__ void rows(const float *in, float *out, int k)
{
	__shared__ float s[128 * 24];
	const int t = threadIdx.x;
	for (int i = 0; i < 24; i += 3)
		s[t * 24 + i] = in[i * 128 + t]; // expect: smem-bank-conflict-store !of its own
	float *p = other(s); // expect: problem what this call accesses
	*p = 1; // expect: problem this access may be to shared memory
	out[t] = s[t * 24 + k]; // expect: smem-bank-conflict-load !of its own
}

void launch(const float *in, const int *, float *out)
{
	rows<<<1, 128>>>(in, out, 5);
}
