// A range-based for over a class whose iterators are pointers, on the host and on the device.
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

int main()
{
	Array<int, 2> sizes = { { 16, 32 } };
	for (int &size : sizes)
		size *= 2;
	for (int size : sizes)
		strides<<<1, size>>>(nullptr);
}
