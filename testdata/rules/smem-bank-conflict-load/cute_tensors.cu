// Tensors of CuTe over shared memory, with stand-ins for the library's types: what is found names their layout, and the swizzle or
// the padding that frees the tile.  Column j of (32,32):(32,1) is 32 words in one bank; Swizzle<5,0,5> spreads them over all.
namespace cute {
template <int V> struct C {};
template <class... T> struct tuple {};
template <int B, int M, int S> struct Swizzle {
	__device__ static int apply(int i) { return i ^ (i >> S & ((1 << B) - 1) << M); }
};
template <class Shape, class Stride> struct Layout;
template <int M, int N, int A, int B> struct Layout<tuple<C<M>, C<N>>, tuple<C<A>, C<B>>> {
	__device__ static int at(int i, int j) { return i * A + j * B; }
};
template <class Sw, class Offset, class L> struct ComposedLayout {
	__device__ static int at(int i, int j) { return Sw::apply(L::at(i, j)); }
};
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
template <class L, class T> __device__ Tensor<ViewEngine<smem_ptr<T *>>, L> make_tensor(T *p)
{
	return { { { p } } };
}
}
using namespace cute;

template <class L> __global__ void columns(float *out)
{
	__shared__ float smem[1024];
	auto sA = make_tensor<L>(smem);
	for (int j = 0; j < 32; j++)
		sA(j, threadIdx.x) = out[threadIdx.x];
	__syncthreads();
	for (int j = 0; j < 32; j++)
		out[threadIdx.x] += sA(threadIdx.x, j); // expect: smem-bank-conflict-load 'sA' is (32,32):(32,1)
}

template <class L> __global__ void swizzled(float *out)
{
	__shared__ float smem[1024];
	auto sA = make_tensor<L>(smem);
	for (int j = 0; j < 32; j++)
		sA(j, threadIdx.x) = out[threadIdx.x];
	__syncthreads();
	for (int j = 0; j < 32; j++)
		out[threadIdx.x] += sA(threadIdx.x, j); // expect: smem-swizzle-no-help 'sA' is Swizzle<2,0,5> o (32,32):(32,1)
}

// Rows that are padded by one element would free it, too; a swizzle takes no memory.
template <class L> __global__ void reads(float *out)
{
	__shared__ float smem[1024];
	auto sB = make_tensor<L>(smem);
	sB(0, threadIdx.x) = out[threadIdx.x];
	__syncthreads();
	out[threadIdx.x] = sB(threadIdx.x, 3); // expect: smem-bank-conflict-load with Swizzle<5,0,5> o (32,32):(32,1) every access of 'sB' would be free
}

using Plain = Layout<tuple<C<32>, C<32>>, tuple<C<32>, C<1>>>;

int main()
{
	columns<Plain><<<1, 32>>>(nullptr);
	swizzled<ComposedLayout<Swizzle<2, 0, 5>, C<0>, Plain>><<<1, 32>>>(nullptr);
	swizzled<ComposedLayout<Swizzle<5, 0, 5>, C<0>, Plain>><<<1, 32>>>(nullptr);
	reads<Plain><<<1, 32>>>(nullptr);
}
