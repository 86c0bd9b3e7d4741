/* Arrays that are all there is in a record: where the record is declared, the rows become longer. */
template <class T, int N>
struct Tile {
	T data[N][N];
	__device__ T &operator()(int row, int column) { return data[row][column]; }
};

struct Rows {
	int of[32][32];
};

__global__ void transpose(const int *in, int *out)
{
	__shared__ Tile<float, 32> tile;
	__shared__ Rows rows;
	int x = threadIdx.x, y = threadIdx.y;
	tile(y, x) = (float)(in[y * 32 + x] & 65535);
	rows.of[y][x] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = (int)tile(x, y) + rows.of[x][y];
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(32, 32)>>>(in, out);
}
