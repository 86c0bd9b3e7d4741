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

template <class __T> struct __smemlint_storage { typedef __T type; };
template <> struct __smemlint_storage<precision::tf32> { typedef float type; };
template <> struct __smemlint_storage<precision::u4> { typedef unsigned int type; };
template <> struct __smemlint_storage<precision::s4> { typedef int type; };
template <> struct __smemlint_storage<precision::b1> { typedef unsigned int type; };

/* elements of a lane's fragment: half and bfloat16 operands are stored twice */
template <class __Use, int __m, int __n, int __k, class __T> struct __smemlint_count {
	static constexpr int value = __m * __n / 32;
};
template <int __m, int __n, int __k, class __T> struct __smemlint_count<matrix_a, __m, __n, __k, __T> {
	static constexpr int value = sizeof(__T) == 2 ? 16 : __m * __k / 32 > 0 ? __m * __k / 32 : 1;
};
template <int __m, int __n, int __k, class __T> struct __smemlint_count<matrix_b, __m, __n, __k, __T> {
	static constexpr int value = sizeof(__T) == 2 ? 16 : __k * __n / 32 > 0 ? __k * __n / 32 : 1;
};

template <class __Use, int __m, int __n, int __k, class __T, class __Layout = void> struct fragment {
	typedef typename __smemlint_storage<__T>::type element_type, storage_element_type;
	static constexpr int num_elements = __smemlint_count<__Use, __m, __n, __k, __T>::value;
	static constexpr int num_storage_elements = num_elements;
	element_type x[num_elements];
};

/* their letters in eval/exec/fragments.def */
template <class __Use> struct __smemlint_use { static constexpr char value = 'c'; };
template <> struct __smemlint_use<matrix_a> { static constexpr char value = 'a'; };
template <> struct __smemlint_use<matrix_b> { static constexpr char value = 'b'; };
template <class __T> struct __smemlint_element { static constexpr char value = '?'; };
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
template <class __Layout> struct __smemlint_by_rows { static constexpr bool value = true; };
template <> struct __smemlint_by_rows<col_major> { static constexpr bool value = false; };

#ifdef __CUDA_ARCH__
#define __SMEMLINT_ARCH __CUDA_ARCH__
#else
#define __SMEMLINT_ARCH 0
#endif

/* known to the evaluator by name: a fragment of an m x n x k product in memory, by rows or by columns */
__SMEMLINT_D void __smemlint_wmma_load(const volatile void *, char __use, char __element, int __m, int __n, int __k, bool __by_rows,
				       long long __ldm, int __arch, void *__fragment);
__SMEMLINT_D void __smemlint_wmma_store(volatile void *, char __use, char __element, int __m, int __n, int __k, bool __by_rows,
					long long __ldm, int __arch);

template <class __Use, int __m, int __n, int __k, class __T, class __Layout, class __E>
__SMEMLINT_D void load_matrix_sync(fragment<__Use, __m, __n, __k, __T, __Layout> &__f, const __E *__p, unsigned __ldm) {
	__smemlint_wmma_load(__p, __smemlint_use<__Use>::value, __smemlint_element<__T>::value, __m, __n, __k,
			     __smemlint_by_rows<__Layout>::value, __ldm, __SMEMLINT_ARCH, &__f);
}
template <int __m, int __n, int __k, class __T, class __E>
__SMEMLINT_D void load_matrix_sync(fragment<accumulator, __m, __n, __k, __T> &__f, const __E *__p, unsigned __ldm, layout_t __layout) {
	__smemlint_wmma_load(__p, 'c', __smemlint_element<__T>::value, __m, __n, __k, __layout == mem_row_major, __ldm, __SMEMLINT_ARCH,
			     &__f);
}
template <int __m, int __n, int __k, class __T, class __E>
__SMEMLINT_D void store_matrix_sync(__E *__p, const fragment<accumulator, __m, __n, __k, __T> &, unsigned __ldm, layout_t __layout) {
	__smemlint_wmma_store(__p, 'c', __smemlint_element<__T>::value, __m, __n, __k, __layout == mem_row_major, __ldm,
			      __SMEMLINT_ARCH);
}
template <class __Use, int __m, int __n, int __k, class __T, class __Layout, class __V>
__SMEMLINT_D void fill_fragment(fragment<__Use, __m, __n, __k, __T, __Layout> &, const __V &);
template <int __m, int __n, int __k, class __D, class __A, class __B, class __C, class __LayoutA, class __LayoutB>
__SMEMLINT_D void mma_sync(fragment<accumulator, __m, __n, __k, __D> &, const fragment<matrix_a, __m, __n, __k, __A, __LayoutA> &,
			   const fragment<matrix_b, __m, __n, __k, __B, __LayoutB> &, const fragment<accumulator, __m, __n, __k, __C> &,
			   bool __saturate = false);
template <int __m, int __n, int __k, class __D, class __A, class __B, class __C, class __LayoutA, class __LayoutB>
__SMEMLINT_D void bmma_sync(fragment<accumulator, __m, __n, __k, __D> &, const fragment<matrix_a, __m, __n, __k, __A, __LayoutA> &,
			    const fragment<matrix_b, __m, __n, __k, __B, __LayoutB> &, const fragment<accumulator, __m, __n, __k, __C> &,
			    experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
			    experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC);
__SMEMLINT_D float __float_to_tf32(float);
}
}
