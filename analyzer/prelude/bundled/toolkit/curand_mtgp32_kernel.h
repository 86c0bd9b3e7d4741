/* Clang's wrapper reads this header, where nvcc does not: a toolkit may be without it. */
#if __has_include_next(<curand_mtgp32_kernel.h>)
#include_next <curand_mtgp32_kernel.h>
#endif
