/* Clang's wrapper includes this header, unlike nvcc: a toolkit may lack it. */
#if __has_include_next(<curand_mtgp32_kernel.h>)
#include_next <curand_mtgp32_kernel.h>
#endif
