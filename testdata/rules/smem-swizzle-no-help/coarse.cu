/* A rotation by a sixteenth of the row number: two banks for a column. */

__global__ void coarse(const int *in, int *out)
{
	__shared__ int s[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	s[y][(x + (y >> 4)) % 32] = in[x]; // fact: store 32/32 exact
	__syncthreads();
	out[y * 32 + x] = s[x][(y + (x >> 4)) % 32]; // expect: smem-swizzle-no-help takes 16 wavefronts where 1 would do
}

__global__ void half(const int *in, int *out)
{
	__shared__ int s[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	s[y][x ^ (y & 7)] = in[x]; // fact: store 32/32 exact
	__syncthreads();
	out[y * 32 + x] = s[x][y ^ (x & 7)]; // expect: smem-swizzle-no-help takes 4 wavefronts where 1 would do
}

void launch(const int *in, int *out, int)
{
	coarse<<<1, dim3(32, 32)>>>(in, out);
	half<<<1, dim3(32, 32)>>>(in, out);
}
