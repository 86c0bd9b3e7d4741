/* Vectors whose address is kept: which of their words are used is not followed. */

struct View {
	const float4 *of;
};

/* Free of conflicts as a whole. */
__global__ void kept(const float4 *in, float *out)
{
	__shared__ float4 s[32];
	s[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	float4 v = s[threadIdx.x ^ 1]; // expect: smem-parts-undecided up to 4-way bank conflict if nvcc loads only a part of it: this load of 's' takes up to 8 wavefronts where 2 would do
	View view = { &v };
	out[threadIdx.x] = view.of->x;
}

/* In one bank as a whole, too. */
__global__ void columns(const float4 *in, float *out)
{
	__shared__ float4 s[32][8];
	for (int i = 0; i < 8; i++)
		s[i * 4 + threadIdx.x / 8][threadIdx.x % 8] = in[32 * i + threadIdx.x];
	__syncthreads();
	float4 v = s[threadIdx.x][0]; // expect: smem-bank-conflict-load up to 32-way bank conflict: this load of 's' takes up to 64 wavefronts where 2 would do
	View view = { &v };
	out[threadIdx.x] = view.of->x;
}

/* All of it is used. */
__global__ void used(const float4 *in, float4 *out)
{
	__shared__ float4 s[32];
	s[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	float4 v = s[threadIdx.x ^ 1];
	View view = { &v };
	v.x += 1;
	out[threadIdx.x] = v;
	out[threadIdx.x + 32] = *view.of;
}

void launch(const float4 *in, float *out)
{
	kept<<<1, 32>>>(in, out);
	columns<<<1, 32>>>(in, out);
	used<<<1, 32>>>(in, (float4 *)out);
}
