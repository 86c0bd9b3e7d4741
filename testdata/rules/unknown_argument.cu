/* A template argument that an error leaves open: clang goes on with 0, of which nothing is said. */
// exit: 3
template <typename T, int X, int Y> __global__ void scaled(T *out) // expect: problem kernel 'scaled<float, 0, 31>' was not analysed
{
	__shared__ T tile[32][Y + 1];
	tile[threadIdx.x][X] = 1; // expect: smem-bank-conflict-store 32-way
	__syncthreads();
	out[threadIdx.x] = tile[0][threadIdx.x];
}

template <typename T> void launch(T *out)
{
	constexpr int X = COLUMN_OF_ANOTHER_FILE;
	scaled<T, X, 31><<<1, 32>>>(out);
	scaled<T, 1, 31><<<1, 32>>>(out);
}

void run(float *out)
{
	launch(out);
}
