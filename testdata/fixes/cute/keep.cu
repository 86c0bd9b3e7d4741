// Tensors of CuTe whose layout must stay as it is.
#include "stand_in.h"
using namespace cute;

// not fixed: sA: an access would not reach its element
__global__ void raw(float *out)
{
	__shared__ float smem[1024];
	auto sA = make_tensor(make_smem_ptr(smem), make_layout(make_shape(_32{}, _32{}), LayoutRight{}));
	for (int j = 0; j < 32; j++)
		smem[j * 32 + threadIdx.x] = out[threadIdx.x];
	__syncthreads();
	for (int j = 0; j < 32; j++)
		out[threadIdx.x] += sA(threadIdx.x, j);
}

// not fixed: sB: its array would be too small, since its length does not follow from the layout
__global__ void literal(float *out)
{
	__shared__ float smem[1521];
	auto sB = make_tensor(make_smem_ptr(smem), Layout<Shape<_32, Int<33>>, Stride<Int<48>, _1>>{});
	transpose(sB, out);
}

// not fixed: sC: not all its accesses are known
__global__ void data(float *out, const int *at)
{
	__shared__ float smem[1024];
	auto sC = make_tensor(make_smem_ptr(smem), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
	transpose(sC, out);
	sC(0, at[threadIdx.x]) = 1;
}

#define LAYOUT Layout<Shape<_32, _32>, Stride<_32, _1>>{}
// not fixed: sD: its layout is not written where it could be changed
__global__ void macro(float *out)
{
	__shared__ float smem[1024];
	auto sD = make_tensor(make_smem_ptr(smem), LAYOUT);
	transpose(sD, out);
}

// One layout for two tensors, of which one is also accessed as an array.
// not fixed: sE: an access
__global__ void shared_layout(float *out)
{
	__shared__ float smem[1024], other[1024];
	auto layout = make_layout(make_shape(_32{}, _32{}), LayoutRight{});
	auto sE = make_tensor(make_smem_ptr(smem), layout);
	auto sF = make_tensor(make_smem_ptr(other), layout);
	transpose(sE, out);
	sF(threadIdx.x, 1) = 1;
	__syncthreads();
	out[threadIdx.x] = other[threadIdx.x * 32 + 1];
}

// not fixed: sG: its layout is not written where it could be changed
template <class L> struct Kernel {
	__device__ static void run(float *out, L layout)
	{
		__shared__ float smem[1024];
		auto sG = make_tensor(make_smem_ptr(smem), layout);
		transpose(sG, out);
	}
};
template <class K, class L> __global__ void launcher(float *out)
{
	K::run(out, L{});
}

int main()
{
	float *out = nullptr;
	raw<<<1, 32>>>(out);
	literal<<<1, 32>>>(out);
	data<<<1, 32>>>(out, nullptr);
	macro<<<1, 32>>>(out);
	shared_layout<<<1, 32>>>(out);
	using Plain = Layout<Shape<_32, _32>, Stride<_32, _1>>;
	launcher<Kernel<Plain>, Plain><<<1, 32>>>(out);
}
