/* Matrix fragments, for the toolkit's header too: its functions are built into the compiler. */
#pragma once
#include <__smemlint_names.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>

namespace nvcuda {
namespace wmma {
enum layout_t { mem_row_major, mem_col_major };
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
namespace precision {
struct u4 {};
struct s4 {};
struct b1 {};
struct tf32 {};
}
namespace experimental {
namespace precision = nvcuda::wmma::precision;
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}

template <class T> struct __smemlint_storage { typedef T type; };
template <> struct __smemlint_storage<precision::tf32> { typedef float type; };
template <> struct __smemlint_storage<precision::u4> { typedef unsigned int type; };
template <> struct __smemlint_storage<precision::s4> { typedef int type; };
template <> struct __smemlint_storage<precision::b1> { typedef unsigned int type; };

/* how many elements a lane holds: half and bfloat16 operands are held twice */
template <class Use, int m, int n, int k, class T> struct __smemlint_count {
	static constexpr int value = m * n / 32;
};
template <int m, int n, int k, class T> struct __smemlint_count<matrix_a, m, n, k, T> {
	static constexpr int value = sizeof(T) == 2 ? 16 : m * k / 32 > 0 ? m * k / 32 : 1;
};
template <int m, int n, int k, class T> struct __smemlint_count<matrix_b, m, n, k, T> {
	static constexpr int value = sizeof(T) == 2 ? 16 : k * n / 32 > 0 ? k * n / 32 : 1;
};

template <class Use, int m, int n, int k, class T, class Layout = void> struct fragment {
	typedef typename __smemlint_storage<T>::type element_type, storage_element_type;
	static constexpr int num_elements = __smemlint_count<Use, m, n, k, T>::value;
	static constexpr int num_storage_elements = num_elements;
	element_type x[num_elements];
};

/* what the evaluator calls them (eval/fragments.def) */
template <class Use> struct __smemlint_use { static constexpr char value = 'c'; };
template <> struct __smemlint_use<matrix_a> { static constexpr char value = 'a'; };
template <> struct __smemlint_use<matrix_b> { static constexpr char value = 'b'; };
template <class T> struct __smemlint_element { static constexpr char value = '?'; };
template <> struct __smemlint_element<__half> { static constexpr char value = 'h'; };
template <> struct __smemlint_element<__nv_bfloat16> { static constexpr char value = 'b'; };
template <> struct __smemlint_element<signed char> { static constexpr char value = 'c'; };
template <> struct __smemlint_element<unsigned char> { static constexpr char value = 'c'; };
template <> struct __smemlint_element<precision::tf32> { static constexpr char value = 't'; };
template <> struct __smemlint_element<precision::u4> { static constexpr char value = '4'; };
template <> struct __smemlint_element<precision::s4> { static constexpr char value = '4'; };
template <> struct __smemlint_element<precision::b1> { static constexpr char value = '1'; };
template <> struct __smemlint_element<float> { static constexpr char value = 'f'; };
template <> struct __smemlint_element<double> { static constexpr char value = 'd'; };
template <> struct __smemlint_element<int> { static constexpr char value = 'i'; };
template <class Layout> struct __smemlint_by_rows { static constexpr bool value = true; };
template <> struct __smemlint_by_rows<col_major> { static constexpr bool value = false; };

#ifdef __CUDA_ARCH__
#define __SMEMLINT_ARCH __CUDA_ARCH__
#else
#define __SMEMLINT_ARCH 0
#endif

/* known to the evaluator by name: a fragment of an m x n x k product in memory, by rows or by columns */
__SMEMLINT_D void __smemlint_wmma_load(const volatile void *, char use, char element, int m, int n, int k, bool by_rows,
				       long long ldm, int arch, void *fragment);
__SMEMLINT_D void __smemlint_wmma_store(volatile void *, char use, char element, int m, int n, int k, bool by_rows,
					long long ldm, int arch);

template <class Use, int m, int n, int k, class T, class Layout, class E>
__SMEMLINT_D void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &f, const E *p, unsigned ldm) {
	__smemlint_wmma_load(p, __smemlint_use<Use>::value, __smemlint_element<T>::value, m, n, k,
			     __smemlint_by_rows<Layout>::value, ldm, __SMEMLINT_ARCH, &f);
}
template <int m, int n, int k, class T, class E>
__SMEMLINT_D void load_matrix_sync(fragment<accumulator, m, n, k, T> &f, const E *p, unsigned ldm, layout_t layout) {
	__smemlint_wmma_load(p, 'c', __smemlint_element<T>::value, m, n, k, layout == mem_row_major, ldm, __SMEMLINT_ARCH,
			     &f);
}
template <int m, int n, int k, class T, class E>
__SMEMLINT_D void store_matrix_sync(E *p, const fragment<accumulator, m, n, k, T> &, unsigned ldm, layout_t layout) {
	__smemlint_wmma_store(p, 'c', __smemlint_element<T>::value, m, n, k, layout == mem_row_major, ldm,
			      __SMEMLINT_ARCH);
}
template <class Use, int m, int n, int k, class T, class Layout, class V>
__SMEMLINT_D void fill_fragment(fragment<Use, m, n, k, T, Layout> &, const V &);
template <int m, int n, int k, class D, class A, class B, class C, class LayoutA, class LayoutB>
__SMEMLINT_D void mma_sync(fragment<accumulator, m, n, k, D> &, const fragment<matrix_a, m, n, k, A, LayoutA> &,
			   const fragment<matrix_b, m, n, k, B, LayoutB> &, const fragment<accumulator, m, n, k, C> &,
			   bool saturate = false);
template <int m, int n, int k, class D, class A, class B, class C, class LayoutA, class LayoutB>
__SMEMLINT_D void bmma_sync(fragment<accumulator, m, n, k, D> &, const fragment<matrix_a, m, n, k, A, LayoutA> &,
			    const fragment<matrix_b, m, n, k, B, LayoutB> &, const fragment<accumulator, m, n, k, C> &,
			    experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
			    experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC);
__SMEMLINT_D float __float_to_tf32(float);
}
}
