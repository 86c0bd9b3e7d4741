#include "tiles.cuh"

// smemlint: instantiate<float>
template <typename T, int N> __global__ void too_few(T *p) { *p = N; }

// smemlint: instantiate<int, NO_SUCH_NAME>
template <typename T, int N> __global__ void wrong_name(T *p) { *p = N; }

// smemlint: instantiate<int>
template <typename T> __global__ void wrong_type(T *p) { p->x = 3; }

// smemlint: instantiate<float>
__global__ void no_template(float *p) { *p = 0; }

// smemlint: instantiate
template <typename T> __global__ void no_arguments(T *p) { *p = 0; }

#define KERNEL_OF(T) template <typename T> __global__ void

// smemlint: instantiate<float>
KERNEL_OF(T) behind_a_macro(T *p) { __shared__ T s[64]; *p = s[4 * threadIdx.x % 64]; }

// smemlint: instantiate<int>
