// Kernels in CuTe, after what its users ask of bank conflicts.  scripts/check-cute.py compares what is said of them with
// testdata/measured/h200_cute.tsv.  Needs the headers of CUTLASS: nvcc -arch=sm_90 -std=c++17 --expt-relaxed-constexpr -IDIR/include
#include <cute/tensor.hpp>
#include <cstdio>
using namespace cute;

/* 1: #1234, #1443: the tutorial's float tile, column-major (128,8), filled by (32,8) threads, read by (16,16). */
template <class L> __global__ void q1(float const *g, float *out)
{
	__shared__ float smem[cosize_v<L>];
	Tensor sA = make_tensor(make_smem_ptr(smem), L{});
	Tensor gA = make_tensor(make_gmem_ptr(g), make_layout(make_shape(Int<128>{}, Int<8>{}), LayoutRight{}));
	auto tA = make_layout(make_shape(Int<32>{}, Int<8>{}), LayoutRight{});
	auto tC = make_layout(make_shape(Int<16>{}, Int<16>{}));
	copy(local_partition(gA, tA, threadIdx.x), local_partition(sA, tA, threadIdx.x));
	__syncthreads();
	Tensor t = local_partition(sA, tC, threadIdx.x, Step<_1, X>{});
	float sum = 0;
	for (int i = 0; i < size(t); i++)
		sum += t(i);
	out[threadIdx.x] = sum;
}

/* 2: #1882: a half tile (16,32), row-major, copied by vectors of 8. */
template <class T, class L, class Thr, class Val> __global__ void q2(T const *g, T *out)
{
	__shared__ alignas(128) T smem[cosize_v<L>];
	Tensor sS = make_tensor(make_smem_ptr(smem), L{});
	auto whole = make_layout(make_shape(size<0>(L{}), size<1>(L{})), LayoutRight{});
	Tensor gS = make_tensor(make_gmem_ptr(g), whole);
	Tensor gD = make_tensor(make_gmem_ptr(out), whole);
	auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint_bit_t<sizeof_bits_v<T> * size(Val{})>>, T>{}, Thr{}, Val{});
	auto thr = tiled.get_slice(threadIdx.x);
	copy(tiled, thr.partition_S(gS), thr.partition_D(sS));
	__syncthreads();
	copy(tiled, thr.partition_S(sS), thr.partition_D(gD));
}

/* 3: #2116: TF32 operands of SM80_16x8x8 from a swizzled M-major tile. */
template <class L> __global__ void q3(tfloat32_t const *g, float *out)
{
	__shared__ alignas(128) tfloat32_t smem[cosize_v<L>];
	Tensor sA = make_tensor(make_smem_ptr(smem), L{});
	Tensor gA = make_tensor(make_gmem_ptr(g), make_layout(make_shape(Int<128>{}, Int<32>{})));
	auto copyA = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, tfloat32_t>{}, Layout<Shape<_16, _8>, Stride<_1, _16>>{}, Layout<Shape<_4, _1>>{});
	auto thr = copyA.get_slice(threadIdx.x);
	copy(copyA, thr.partition_S(gA), thr.partition_D(sA));
	cp_async_fence(); cp_async_wait<0>(); __syncthreads();
	TiledMMA<MMA_Atom<SM80_16x8x8_F32TF32TF32F32_TN>, Layout<Shape<_2, _2, _1>>> mma;
	auto t = mma.get_slice(threadIdx.x);
	Tensor rA = t.partition_fragment_A(sA);
	copy(t.partition_A(sA), rA);
	float sum = 0;
	for (int i = 0; i < size(rA); i++)
		sum += float(rA(i));
	out[threadIdx.x] = sum;
}

/* 4: #3172: ldmatrix of an operand; the atom and the layout vary. */
template <class Atom, class L, bool IS_B> __global__ void q4(float *out)
{
	__shared__ alignas(128) half_t smem[cosize_v<L>];
	for (int i = threadIdx.x; i < cosize_v<L>; i += blockDim.x)
		smem[i] = half_t(float(i));
	__syncthreads();
	Tensor s = make_tensor(make_smem_ptr(smem), L{});
	TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_2, _2, _1>>, Tile<_32, _32, _16>> mma;
	auto t = mma.get_slice(threadIdx.x);
	float sum = 0;
	if constexpr (!IS_B) {
		Tensor r = t.partition_fragment_A(s);
		auto c = make_tiled_copy_A(Copy_Atom<Atom, half_t>{}, mma);
		auto tc = c.get_slice(threadIdx.x);
		Tensor v = tc.retile_D(r);
		copy(c, tc.partition_S(s), v);
		for (int i = 0; i < size(r); i++) sum += float(r(i));
	} else {
		Tensor r = t.partition_fragment_B(s);
		auto c = make_tiled_copy_B(Copy_Atom<Atom, half_t>{}, mma);
		auto tc = c.get_slice(threadIdx.x);
		Tensor v = tc.retile_D(r);
		copy(c, tc.partition_S(s), v);
		for (int i = 0; i < size(r); i++) sum += float(r(i));
	}
	out[threadIdx.x] = sum;
}

/* 5: an epilogue: accumulators to shared memory, rows out. */
template <class L> __global__ void q5(float *out, half_t *d)
{
	__shared__ alignas(128) half_t smem[cosize_v<L>];
	Tensor sC = make_tensor(make_smem_ptr(smem), L{});
	TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_2, _2, _1>>> mma;
	auto t = mma.get_slice(threadIdx.x);
	Tensor acc = partition_fragment_C(mma, Shape<_64, _64>{});
	for (int i = 0; i < size(acc); i++) acc(i) = out[threadIdx.x + i];
	Tensor h = make_tensor<half_t>(shape(acc));
	for (int i = 0; i < size(acc); i++) h(i) = half_t(acc(i));
	auto r2s = make_tiled_copy_C(Copy_Atom<AutoVectorizingCopy, half_t>{}, mma);
	auto tr = r2s.get_slice(threadIdx.x);
	copy(r2s, tr.retile_S(h), tr.partition_D(sC));
	__syncthreads();
	auto s2g = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
	auto ts = s2g.get_slice(threadIdx.x);
	Tensor gD = make_tensor(make_gmem_ptr(d), make_layout(make_shape(Int<64>{}, Int<64>{}), LayoutRight{}));
	copy(s2g, ts.partition_S(sC), ts.partition_D(gD));
}

/* 6: a transpose through shared memory. */
template <class L> __global__ void q6(float const *g, float *d)
{
	__shared__ float smem[cosize_v<L>];
	Tensor s = make_tensor(make_smem_ptr(smem), L{});
	Tensor gS = make_tensor(make_gmem_ptr(g), make_layout(make_shape(Int<32>{}, Int<32>{}), LayoutRight{}));
	Tensor gD = make_tensor(make_gmem_ptr(d), make_layout(make_shape(Int<32>{}, Int<32>{}), LayoutRight{}));
	auto thr = make_layout(make_shape(Int<8>{}, Int<32>{}), LayoutRight{});
	copy(local_partition(gS, thr, threadIdx.x), local_partition(s, thr, threadIdx.x));
	__syncthreads();
	Tensor sT = make_tensor(make_smem_ptr(smem), composition(L{}, make_layout(make_shape(Int<32>{}, Int<32>{}), LayoutRight{})));
	copy(local_partition(sT, thr, threadIdx.x), local_partition(gD, thr, threadIdx.x));
}

/* 7: cp.async of 16 bytes, through and past the first cache, into rows of 64 halves. */
template <class Atom, class L> __global__ void q7(half_t const *g, half_t *out)
{
	__shared__ alignas(128) half_t smem[cosize_v<L>];
	Tensor s = make_tensor(make_smem_ptr(smem), L{});
	Tensor gS = make_tensor(make_gmem_ptr(g), make_layout(make_shape(Int<64>{}, Int<64>{}), LayoutRight{}));
	auto c = make_tiled_copy(Copy_Atom<Atom, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
	auto t = c.get_slice(threadIdx.x);
	copy(c, t.partition_S(gS), t.partition_D(s));
	cp_async_fence(); cp_async_wait<0>(); __syncthreads();
	out[threadIdx.x] = smem[threadIdx.x];
}

/* 8: stmatrix of an accumulator. */
template <class L> __global__ void q8(half_t *out)
{
	__shared__ alignas(128) half_t smem[cosize_v<L>];
	Tensor sC = make_tensor(make_smem_ptr(smem), L{});
	TiledMMA<MMA_Atom<SM80_16x8x16_F16F16F16F16_TN>, Layout<Shape<_2, _2, _1>>, Tile<_32, _32, _16>> mma;
	Tensor acc = partition_fragment_C(mma, Shape<_64, _64>{});
	for (int i = 0; i < size(acc); i++) acc(i) = out[threadIdx.x + i];
	auto c = make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N, half_t>{}, mma);
	auto t = c.get_slice(threadIdx.x);
	copy(c, t.retile_S(acc), t.partition_D(sC));
	__syncthreads();
	out[threadIdx.x] = smem[threadIdx.x];
}

using R64 = Layout<Shape<_64, _64>, Stride<_64, _1>>;
using R32h = Layout<Shape<_64, _32>, Stride<_32, _1>>;
template <int B, int M, int S, class L> using Sw = decltype(composition(Swizzle<B, M, S>{}, L{}));

int main()
{
	float *f; half_t *h; tfloat32_t *t;
	cudaMalloc(&f, 1 << 20); cudaMalloc(&h, 1 << 20); cudaMalloc(&t, 1 << 20);
	q1<Layout<Shape<_128, _8>, Stride<_1, _128>>><<<1, 256>>>(f, f);
	q1<Layout<Shape<_128, _8>, Stride<_1, Int<132>>>><<<1, 256>>>(f, f);
	q1<Layout<Shape<_128, _8>, Stride<_8, _1>>><<<1, 256>>>(f, f);
	q2<half_t, Layout<Shape<_16, _32>, Stride<_32, _1>>, Layout<Shape<_8, _4>, Stride<_4, _1>>, Layout<Shape<_1, _8>>><<<1, 32>>>(h, h);
	q2<half_t, Layout<Shape<_16, _32>, Stride<_32, _1>>, Layout<Shape<_16, _2>, Stride<_1, _16>>, Layout<Shape<_1, _8>>><<<1, 32>>>(h, h);
	q2<float, Layout<Shape<_32, _32>, Stride<_32, _1>>, Layout<Shape<_32, _4>, Stride<_1, _32>>, Layout<Shape<_1, _4>>><<<1, 128>>>(f, f);
	q3<decltype(tile_to_shape(composition(Swizzle<3, 2, 3>{}, Layout<Shape<_32, _8>, Stride<_1, _32>>{}), Shape<_128, _32>{}))><<<1, 128>>>(t, f);
	q3<Layout<Shape<_128, _32>, Stride<_1, _128>>><<<1, 128>>>(t, f);
	q4<SM75_U16x8_LDSM_T, Sw<3, 3, 4, Layout<Shape<_128, _32>, Stride<_1, _128>>>, false><<<1, 128>>>(f);
	q4<SM75_U16x8_LDSM_T, Sw<3, 3, 3, Layout<Shape<_64, _32>, Stride<_1, _64>>>, false><<<1, 128>>>(f);
	q4<SM75_U32x4_LDSM_N, R64, false><<<1, 128>>>(f);
	q4<SM75_U32x4_LDSM_N, Sw<3, 3, 3, R64>, false><<<1, 128>>>(f);
	q4<SM75_U32x4_LDSM_N, Sw<2, 3, 3, R32h>, false><<<1, 128>>>(f);
	q4<SM75_U32x2_LDSM_N, Layout<Shape<_64, _64>, Stride<Int<72>, _1>>, true><<<1, 128>>>(f);
	q4<SM75_U32x2_LDSM_N, R64, true><<<1, 128>>>(f);
	q5<R64><<<1, 128>>>(f, h);
	q5<Sw<3, 3, 3, R64>><<<1, 128>>>(f, h);
	q5<Layout<Shape<_64, _64>, Stride<Int<72>, _1>>><<<1, 128>>>(f, h);
	q6<Layout<Shape<_32, _32>, Stride<_1, _32>>><<<1, 256>>>(f, f);
	q6<Sw<5, 0, 5, Layout<Shape<_32, _32>, Stride<_1, _32>>>><<<1, 256>>>(f, f);
	q6<Layout<Shape<_32, _32>, Stride<_1, Int<33>>>><<<1, 256>>>(f, f);
	q7<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, R64><<<1, 128>>>(h, h);
	q7<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, R64><<<1, 128>>>(h, h);
	q7<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, Sw<3, 3, 3, R64>><<<1, 128>>>(h, h);
	q7<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, Sw<3, 3, 3, R64>><<<1, 128>>>(h, h);
	q8<R64><<<1, 128>>>(h);
	q8<Sw<3, 3, 3, R64>><<<1, 128>>>(h);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	return 0;
}
