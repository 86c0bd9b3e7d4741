// Swizzles that agree, and what only looks like two of them.
__global__ void transposed(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x ^ y] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = tile[x][y ^ x];
}

__global__ void pieces(const float4 *in, float4 *out)
{
	__shared__ alignas(16) float tile[32][32];
	int row = threadIdx.x / 8, piece = threadIdx.x % 8;
	*(float4 *)&tile[row][(piece ^ row % 8) * 4] = in[threadIdx.x];
	__syncthreads();
	int other = threadIdx.x % 32, part = threadIdx.x / 32;
	out[threadIdx.x] = *(float4 *)&tile[other][(part ^ other % 8) * 4];
}

// A diagonal is no swizzle.
__global__ void diagonal(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = tile[y][x] / tile[x][x]; // the diagonal, without conflict
}

// The partner of a butterfly is another element, not another place of the same.
__global__ void butterfly(const float *in, float *out)
{
	__shared__ float s[256];
	s[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x ^ 5];
}

// Lanes of a group of four have one value, which they all store in one place.
__global__ void groups(const float *in, float *out)
{
	__shared__ float s[8][8];
	int group = threadIdx.x / 4, warp = threadIdx.y;
	float v = in[threadIdx.x];
	v += __shfl_xor_sync(0xffffffff, v, 1);
	v += __shfl_xor_sync(0xffffffff, v, 2);
	s[warp][group ^ warp] = v;
	__syncthreads();
	out[threadIdx.y * 32 + threadIdx.x] = s[warp][group ^ warp];
}

// A tile that is stored in two ways is for two purposes.
__global__ void reused(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x ^ y] = in[y * 32 + x];
	__syncthreads();
	float v = tile[x][y ^ x];
	__syncthreads();
	tile[y][x] = v;
	__syncthreads();
	out[y * 32 + x] = tile[y][x];
}

void launch(const float *in, float *out)
{
	transposed<<<1, dim3(32, 32)>>>(in, out);
	pieces<<<1, 256>>>((const float4 *)in, (float4 *)out);
	diagonal<<<1, dim3(32, 32)>>>(in, out);
	butterfly<<<1, 256>>>(in, out);
	groups<<<1, dim3(32, 8)>>>(in, out);
	reused<<<1, dim3(32, 32)>>>(in, out);
}
