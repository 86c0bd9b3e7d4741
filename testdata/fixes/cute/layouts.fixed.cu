// Tensors of CuTe: the layout is changed where it is written, in a variable, an alias, an argument or an atom.
#include "stand_in.h"
using namespace cute;

template <class L> __global__ void by_value(float *out, L layout)
{
	__shared__ float smem[cosize_v<L>];
	auto sA = make_tensor(make_smem_ptr(smem), layout);
	transpose(sA, out);
}

using Plain = decltype(composition(Swizzle<5,0,5>{}, Layout<Shape<_32, _32>, Stride<_32, _1>>{}));

__global__ void alias(float *out)
{
	__shared__ float smem[1024];
	auto sB = make_tensor(make_smem_ptr(smem), Plain{});
	transpose(sB, out);
}

template <class L> __global__ void argument(float *out)
{
	__shared__ float smem[cosize_v<L>];
	auto sC = make_tensor(make_smem_ptr(smem), L{});
	transpose(sC, out);
}

// The swizzle of an atom is too weak.
struct Traits {
	using Atom = decltype(composition(Swizzle<5, 0, 5>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{}));
	using SmemLayout = decltype(tile_to_shape(Atom{}, Shape<_32, _32>{}));
};

template <class T> __global__ void atom(float *out)
{
	extern __shared__ float dynamic[];
	auto sD = make_tensor(make_smem_ptr(dynamic), typename T::SmemLayout{});
	transpose(sD, out);
}

__global__ void without_layout(float *out)
{
	__shared__ float smem[1024];
	auto sE = cute::make_tensor(cute::make_smem_ptr(smem), cute::composition(cute::Swizzle<5,0,5>{}, cute::make_layout(cute::make_shape(Int<32>{}, Int<32>{}), cute::make_stride(Int<32>{}, Int<1>{}))));
	transpose(sE, out);
}

// The length of its rows is odd: it takes a padding, not a swizzle.
template <class L> __global__ void padded(float *out, L layout)
{
	__shared__ float smem[cosize_v<L>];
	auto sF = make_tensor(make_smem_ptr(smem), layout);
	transpose(sF, out);
}

template <class L> __global__ void padded_type(float *out)
{
	__shared__ float smem[cosize_v<L>];
	auto sG = make_tensor(make_smem_ptr(smem), L{});
	transpose(sG, out);
}

// Four words at a time: rows that stay aligned, and no swizzle of words.
template <class L> __global__ void merged(float *out, L layout)
{
	__shared__ float smem[cosize_v<L>];
	auto sH = make_tensor(make_smem_ptr(smem), layout);
	transpose_merged(sH, out);
}

int main()
{
	float *out = nullptr;
	auto layout = composition(Swizzle<5,0,5>{}, make_layout(make_shape(_32{}, _32{}), LayoutRight{}));
	by_value<<<1, 32>>>(out, layout);
	alias<<<1, 32>>>(out);
	argument<decltype(composition(Swizzle<5,0,5>{}, Layout<Shape<_32, _32>, Stride<_32, _1>>{}))><<<1, 32>>>(out);
	atom<Traits><<<1, 32, 4096>>>(out);
	without_layout<<<1, 32>>>(out);
	auto rows = make_layout(make_shape(_32{}, Int<33>{}), make_stride(Int<49>{}, _1{}));
	padded<<<1, 32>>>(out, rows);
	padded_type<Layout<Shape<_32, Int<33>>, Stride<Int<49>, _1>>><<<1, 32>>>(out);
	auto wide = make_layout(make_shape(_32{}, _32{}), make_stride(Int<36>{}, _1{}));
	merged<<<1, 32>>>(out, wide);
}
