/* Names of the standard library whose headers nothing includes: those of other compilers and versions do. */

struct Places {
	int first, count;
	__device__ auto get() const { return std::make_tuple(first, count); } // expect: problem std::make_tuple is used without a header
};

__global__ void with_tuple(const float *in, float *out)
{
	__shared__ float tile[32][32];
	Places places = { 0, 2 };
	auto [first, count] = places.get();
	tile[threadIdx.x][first + count] = in[threadIdx.x]; // expect: smem-bank-conflict-store 32-way
	__syncthreads();
	out[threadIdx.x] = tile[first][threadIdx.x];
}

template <typename T>
__global__ void with_limits(const T *in, T *out)
{
	__shared__ T tile[64];
	tile[2 * threadIdx.x] = threadIdx.x < 32 ? in[threadIdx.x] : std::numeric_limits<T>::max(); // expect: smem-bank-conflict-store 2-way
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x];
}

void launch(const float *in, float *out, const std::vector<int> &sizes)
{
	with_tuple<<<1, 32>>>(in, out);
	with_limits<float><<<sizes.size() ? 1 : 2, 32>>>(in, out);
}
