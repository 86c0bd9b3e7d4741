/* Restores the macros that __smemlint_before.h removed, and defines those of nvcc: for the program's own text, since the headers
 * above are read as clang's wrapper arranges it.  __SMEMLINT_CLANG__: the program is compiled by clang. */
#ifndef __SMEMLINT_CLANG__
#define __NVCC__ 1
#define __NVCC_DIAG_PRAGMA_SUPPORT__ 1
#define __CUDA_API_VER_MAJOR__ __CUDACC_VER_MAJOR__
#define __CUDA_API_VER_MINOR__ __CUDACC_VER_MINOR__
#define __CUDA_ARCH_LIST__ __CUDA_ARCH__
#if __CUDACC_VER_MAJOR__ > 12 || (__CUDACC_VER_MAJOR__ == 12 && __CUDACC_VER_MINOR__ >= 8)
#include <__smemlint_nv_atomic.h>
#endif
#if __CUDACC_VER_MAJOR__ > 12 || (__CUDACC_VER_MAJOR__ == 12 && __CUDACC_VER_MINOR__ >= 9)
#include <__smemlint_pairs.h>
#endif
#endif
#pragma pop_macro("A")
#pragma pop_macro("B")
#pragma pop_macro("C")
#pragma pop_macro("D")
#pragma pop_macro("E")
#pragma pop_macro("F")
#pragma pop_macro("G")
#pragma pop_macro("H")
#pragma pop_macro("I")
#pragma pop_macro("J")
#pragma pop_macro("K")
#pragma pop_macro("L")
#pragma pop_macro("M")
#pragma pop_macro("N")
#pragma pop_macro("O")
#pragma pop_macro("P")
#pragma pop_macro("Q")
#pragma pop_macro("R")
#pragma pop_macro("S")
#pragma pop_macro("T")
#pragma pop_macro("U")
#pragma pop_macro("V")
#pragma pop_macro("W")
#pragma pop_macro("X")
#pragma pop_macro("Y")
#pragma pop_macro("Z")
