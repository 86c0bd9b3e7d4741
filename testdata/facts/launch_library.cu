/* Blocks that come in the library's arrays, pairs and tuples.  Every other word of a row costs a warp two wavefronts for one. */
#include <array>
#include <utility>

__global__ void from_array(int *out)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * 2]; // fact: load 4/2 exact block 64,1,1 | load 8/4 exact block 128,1,1
}

__global__ void from_element(int *out)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * 2]; // fact: load 6/3 exact block 96,1,1
}

__global__ void from_pair(int *out)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * 2]; // fact: load 14/7 exact block 224,1,1
}

std::pair<dim3, int> shape(int n)
{
	return std::make_pair(dim3((n + 223) / 224), 224);
}

__global__ void from_braces(int *out)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * 2]; // fact: load 12/6 exact block 192,1,1
}

std::pair<int, int> braces()
{
	return { 1, 192 };
}

void launch(int *out, int n)
{
	const std::array<int, 2> sizes = { 64, 128 };
	for (int size : sizes)
		from_array<<<1, size>>>(out);
	std::array<int, 3> three{ 32, 96, 64 };
	from_element<<<1, three[1]>>>(out);
	auto both = shape(n);
	from_pair<<<both.first, both.second>>>(out);
	from_braces<<<1, braces().second>>>(out);
}
