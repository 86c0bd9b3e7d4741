/* A record with several arrays: each gets rows of its own length, and what follows it moves. */
template <class T, int N>
struct Tiles {
	T in[N][N];
	int counts[3];
	alignas(16) T out[N][N];
	double last;
};

static __device__ float transposed(const Tiles<float, 32> *tiles, int x, int y)
{
	return tiles->in[x][y] + tiles->last;
}

__global__ void transpose(const int *in, int *out)
{
	__shared__ Tiles<float, 32> tiles;
	int x = threadIdx.x, y = threadIdx.y;
	tiles.in[y][x] = (float)(in[y * 32 + x] & 65535);
	if (x < 3 && y == 0)
		tiles.counts[x] = x;
	if (x == 0 && y == 1)
		tiles.last = 3;
	__syncthreads();
	tiles.out[x][y] = 2 * tiles.in[y][x];
	__syncthreads();
	out[y * 32 + x] = (int)(transposed(&tiles, x, y) + tiles.out[y][x]) + tiles.counts[x % 3];
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(32, 32)>>>(in, out);
}
