/* Pointers that are set to each other, before they point anywhere. */
__global__ void circle(float *out, int n)
{
	__shared__ float4 s[32];
	s[threadIdx.x] = make_float4(1, 2, 3, 4); // fact: store 4/4 exact
	__syncthreads();
	float4 v = s[threadIdx.x ^ 1]; // fact: load 4/1 exact
	const float4 *p, *q, *r;
	for (int i = 0; i < 2; i++) {
		p = r;
		q = p;
		r = q;
	}
	out[threadIdx.x] = v.x + (n ? p->y : 0);
}

void launch(float *out, int n)
{
	circle<<<1, 32>>>(out, n);
}
