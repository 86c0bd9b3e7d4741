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

namespace inside {
template <typename T> struct Kind {
};

template <typename T, bool WIDE> __global__ void flagged(float *out) // expect: problem kernel 'inside::flagged<inside::Kind<float>, false>' was not analysed
{
	__shared__ float row[64];
	row[threadIdx.x * (WIDE ? 1 : 2)] = 1;
	__syncthreads();
	out[threadIdx.x] = row[threadIdx.x];
}

template <typename T> void launch(T *out)
{
	constexpr bool WIDE = FLAG_OF_ANOTHER_FILE;
	flagged<Kind<T>, WIDE><<<1, 32>>>(out);
}
}

void run(float *out)
{
	launch(out);
	inside::launch(out);
}
