// Swizzles that lose elements, or that differ between store and load.
__global__ void masked(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][(x ^ y) & 15] = in[y * 32 + x]; // expect: smem-swizzle-collision lanes 0 and 16 of warp 0
	__syncthreads();
	out[y * 32 + x] = tile[x][(y ^ x) & 15]; // expect: smem-swizzle-no-help 2-way
}

__global__ void half_mask(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x ^ y] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = tile[x][y ^ (x & 15)]; // expect: smem-swizzle-collision element c of row 16 is loaded from column c, but
}

__global__ void forgotten(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x ^ y] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = tile[y][x]; // expect: smem-swizzle-collision element c of row 1 is loaded from column c, but
}

// Pieces of 16 bytes, by the row on one side and by half of it on the other.
__global__ void pieces(const float4 *in, float4 *out)
{
	__shared__ alignas(16) float tile[32][32];
	int row = threadIdx.x / 8, piece = threadIdx.x % 8;
	*(float4 *)&tile[row][(piece ^ row % 8) * 4] = in[threadIdx.x];
	__syncthreads();
	out[threadIdx.x] = *(float4 *)&tile[row][(piece ^ row / 2 % 8) * 4]; // expect: smem-swizzle-collision element c of row 1 is loaded from column c, but line 34 stored it in column c ^ 4
}

void launch(const float *in, float *out)
{
	masked<<<1, dim3(32, 32)>>>(in, out);
	half_mask<<<1, dim3(32, 32)>>>(in, out);
	forgotten<<<1, dim3(32, 32)>>>(in, out);
	pieces<<<1, 256>>>((const float4 *)in, (float4 *)out);
}
