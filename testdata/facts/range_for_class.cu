// A range-based for over a class, on the host and on the device: its iterators are pointers, or classes.
template <class T, int N> struct Array {
	T at[N];
	__host__ __device__ T *begin() { return at; }
	__host__ __device__ T *end() { return at + N; }
};

// Strides of 1, 2 and 32 words: 1 + 2 + 32 wavefronts for a warp, where 3 would do.
__global__ void strides(float *out)
{
	__shared__ float s[1024];
	Array<int, 3> steps = { { 1, 2, 16 } };
	steps.at[2] *= 2;
	for (int step : steps)
		out[step] = s[threadIdx.x % 32 * step]; // fact: load 35/3 exact block 32 | load 70/6 exact block 64
}

// Every other number below n: a tile scheduler, as persistent kernels have them.
struct Even {
	int n;
	struct Iterator {
		int at;
		__host__ __device__ int operator*() const { return at; }
		__host__ __device__ Iterator &operator++()
		{
			at += 2;
			return *this;
		}
		__host__ __device__ bool operator!=(const Iterator &other) const { return at < other.at; }
	};
	__host__ __device__ Iterator begin() const { return { 0 }; }
	__host__ __device__ Iterator end() const { return { n }; }
};

__global__ void scheduled(float *out, int n)
{
	__shared__ float s[1024];
	for (int i : Even{ 5 })
		s[i * threadIdx.x] = 1; // fact: store 7/3 exact block 32
	__syncthreads();
	for (int i : Even{ n })
		out[i] = s[threadIdx.x * 4]; // fact: load 200/50 bound block 32
	out[n] = s[threadIdx.x * 2]; // fact: load 2/1 bound block 32
}

int main()
{
	for (int size : Even{ 2 })
		scheduled<<<1, 32 + size>>>(nullptr, size + 100);
	Array<int, 2> sizes = { { 16, 32 } };
	for (int &size : sizes)
		size *= 2;
	for (int size : sizes)
		strides<<<1, size>>>(nullptr);
}
