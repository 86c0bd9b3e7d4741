/* What nvcc predefines, and its built-in atomics. */

#if !defined(__NVCC__) || !defined(__CUDACC__) || __CUDACC_VER_MAJOR__ < 10 || !defined(__CUDA_ARCH_LIST__)
#error not as nvcc
#endif

#ifdef __NVCC__
#define STRIDE 4
#else
#define STRIDE 1
#endif

__global__ void strided(float *out)
{
	__shared__ float rows[32 * STRIDE];
	rows[threadIdx.x * STRIDE] = 0; // fact: store 4/1 exact block 32
	out[threadIdx.x] = rows[threadIdx.x]; // fact: load 1/1 exact block 32
}

#ifdef __CUDACC_DEVICE_ATOMIC_BUILTINS__
__global__ void counted(int *out)
{
	__shared__ int counts[64];
	int expected = 0;
	__nv_atomic_store_n(&counts[threadIdx.x * 2], 0, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK); // fact: store 2/1 exact block 32
	__nv_atomic_fetch_add(&counts[threadIdx.x], 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK); // fact: atomic 1/1 exact block 32
	__nv_atomic_max(&counts[threadIdx.x], 1, __NV_ATOMIC_RELAXED); // fact: atomic 1/1 exact block 32
	__nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_BLOCK);
	__nv_atomic_compare_exchange_n(&counts[threadIdx.x], &expected, 3, false, __NV_ATOMIC_RELAXED, // fact: atomic * (as atomicCAS)
				       __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
	out[threadIdx.x] = expected + __nv_atomic_load_n(&counts[threadIdx.x * 2], __NV_ATOMIC_ACQUIRE); // fact: load 2/1 exact block 32
}
#endif

void launch(float *out)
{
	strided<<<1, 32>>>(out);
#ifdef __CUDACC_DEVICE_ATOMIC_BUILTINS__
	counted<<<1, 32>>>((int *)out);
#endif
}
