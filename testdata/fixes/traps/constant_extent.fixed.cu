/* The same for a constant that depends on the build, and for one line. */
#ifdef SMALL
constexpr int block = 8;
#else
constexpr int block = 16;
#endif

__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[block][block]; static_assert(block % 16 == 0, "the swizzle of 'tile' needs rows of multiples of 16 elements"); int x = threadIdx.x, y = threadIdx.y;
	tile[y][x ^ (y & 15)] = in[y * block + x];
	__syncthreads();
	out[y * block + x] = tile[x][y ^ (x & 15)];
}

void launch(const float *in, float *out)
{
	transpose<<<1, dim3(block, block)>>>(in, out);
}
