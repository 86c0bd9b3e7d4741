// A little of CuTe, under its names: layouts of two modes.
namespace cute {
template <int V> struct C {
	static constexpr int value = V;
};
template <int V> using Int = C<V>;
using _1 = C<1>;
using _8 = C<8>;
using _32 = C<32>;
template <class... T> struct tuple {};
template <class... T> using Shape = tuple<T...>;
template <class... T> using Stride = tuple<T...>;
template <int M, int N> __host__ __device__ tuple<C<M>, C<N>> make_shape(C<M>, C<N>)
{
	return {};
}
template <int A, int B> __host__ __device__ tuple<C<A>, C<B>> make_stride(C<A>, C<B>)
{
	return {};
}

template <int B, int M, int S> struct Swizzle {
	__device__ static int apply(int i) { return i ^ (i >> S & ((1 << B) - 1) << M); }
};
template <class Shape, class Stride = void> struct Layout;
template <int M, int N> struct Layout<tuple<C<M>, C<N>>, void> : Layout<tuple<C<M>, C<N>>, tuple<C<1>, C<M>>> {};
template <int M, int N, int A, int B> struct Layout<tuple<C<M>, C<N>>, tuple<C<A>, C<B>>> {
	static constexpr int cosize = (M - 1) * A + (N - 1) * B + 1;
	__device__ static int at(int i, int j) { return i * A + j * B; }
};
template <class Sw, class Offset, class L> struct ComposedLayout {
	static constexpr int cosize = L::cosize;
	__device__ static int at(int i, int j) { return Sw::apply(L::at(i, j)); }
};
template <class L> constexpr int cosize_v = L::cosize;

struct LayoutRight {};
template <int M, int N> __host__ __device__ Layout<tuple<C<M>, C<N>>, tuple<C<1>, C<M>>> make_layout(tuple<C<M>, C<N>>)
{
	return {};
}
template <int M, int N> __host__ __device__ Layout<tuple<C<M>, C<N>>, tuple<C<N>, C<1>>> make_layout(tuple<C<M>, C<N>>, LayoutRight)
{
	return {};
}
template <class T, int A, int B> __host__ __device__ Layout<T, tuple<C<A>, C<B>>> make_layout(T, tuple<C<A>, C<B>>)
{
	return {};
}
template <int B, int M, int S, class T, class D>
__host__ __device__ ComposedLayout<Swizzle<B, M, S>, C<0>, Layout<T, D>> composition(Swizzle<B, M, S>, Layout<T, D>)
{
	return {};
}
// Of rows that are as long as the shape's.
template <class S, class T, class D, class Target>
__host__ __device__ ComposedLayout<S, C<0>, Layout<Target, D>> tile_to_shape(ComposedLayout<S, C<0>, Layout<T, D>>, Target)
{
	return {};
}

template <class P> struct smem_ptr {
	P p;
};
template <class P> struct ViewEngine {
	P p;
};
template <class Engine, class L> struct Tensor {
	Engine engine;
	__device__ auto &operator()(int i, int j) const { return engine.p.p[L::at(i, j)]; }
};
template <class T> __device__ smem_ptr<T *> make_smem_ptr(T *p)
{
	return { p };
}
template <class T, class L> __device__ Tensor<ViewEngine<smem_ptr<T *>>, L> make_tensor(smem_ptr<T *> p, L)
{
	return { { p } };
}
template <class T, class S, class D> __device__ Tensor<ViewEngine<smem_ptr<T *>>, Layout<S, D>> make_tensor(smem_ptr<T *> p, S, D)
{
	return { { p } };
}
// What is written by rows is read by columns, a word at a time.
template <class Tile> __device__ void transpose(const Tile &tile, float *out)
{
	for (int j = 0; j < 32; j++)
		tile(j, threadIdx.x) = out[threadIdx.x];
	__syncthreads();
#pragma unroll 1
	for (int j = 0; j < 32; j++)
		out[threadIdx.x] += tile(threadIdx.x, j);
}
// The same; nvcc unrolls the loop, and reads four words at a time.
template <class Tile> __device__ void transpose_merged(const Tile &tile, float *out)
{
	for (int j = 0; j < 32; j++)
		tile(j, threadIdx.x) = out[threadIdx.x];
	__syncthreads();
	for (int j = 0; j < 32; j++)
		out[threadIdx.x] += tile(threadIdx.x, j);
}
}
