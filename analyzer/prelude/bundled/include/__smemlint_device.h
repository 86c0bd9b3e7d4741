/* Functions of the C library for kernels, barriers and address spaces. */
#pragma once

__SMEMLINT_DC int printf(const char *, ...);
__SMEMLINT_DC void *malloc(size_t);
__SMEMLINT_DC void free(void *);
__SMEMLINT_DC void *memcpy(void *, const void *, size_t);
__SMEMLINT_DC void *memset(void *, int, size_t);
#ifndef NDEBUG
__SMEMLINT_DC void __assert_fail(const char *, const char *, unsigned int, const char *);
#endif
__SMEMLINT_DC void __assertfail(const char *, const char *, unsigned int, const char *, size_t);
__SMEMLINT_D clock_t clock();
__SMEMLINT_D long long clock64();
__SMEMLINT_D unsigned long long globaltimer();
__SMEMLINT_D void *operator new(size_t, void *) noexcept;
__SMEMLINT_D void *operator new(size_t);
__SMEMLINT_D void *operator new[](size_t);
__SMEMLINT_D void operator delete(void *) noexcept;
__SMEMLINT_D void operator delete[](void *) noexcept;
__SMEMLINT_D void operator delete(void *, size_t) noexcept;
__SMEMLINT_D void operator delete[](void *, size_t) noexcept;

/* --- barriers and fences --- */
__SMEMLINT_D void __syncthreads();
__SMEMLINT_D int __syncthreads_count(int);
__SMEMLINT_D int __syncthreads_and(int);
__SMEMLINT_D int __syncthreads_or(int);
__SMEMLINT_D void __syncwarp(unsigned int __mask = 0xffffffff);
__SMEMLINT_D void __barrier_sync(unsigned int);
__SMEMLINT_D void __barrier_sync_count(unsigned int, unsigned int);
__SMEMLINT_D void __threadfence();
__SMEMLINT_D void __threadfence_block();
__SMEMLINT_D void __threadfence_system();
__SMEMLINT_D void __nanosleep(unsigned int);
__SMEMLINT_D void __trap();
__SMEMLINT_D void __brkpt();
__SMEMLINT_D void __prof_trigger(int);
__SMEMLINT_D void __cluster_barrier_arrive();
__SMEMLINT_D void __cluster_barrier_wait();
__SMEMLINT_D void *__cluster_map_shared_rank(const void *, unsigned int);

/* --- address spaces --- */
__SMEMLINT_D unsigned int __isGlobal(const void *);
__SMEMLINT_D unsigned int __isShared(const void *);
__SMEMLINT_D unsigned int __isConstant(const void *);
__SMEMLINT_D unsigned int __isLocal(const void *);
__SMEMLINT_D unsigned int __isGridConstant(const void *);
__SMEMLINT_D size_t __cvta_generic_to_shared(const void *);
__SMEMLINT_D size_t __cvta_generic_to_global(const void *);
__SMEMLINT_D size_t __cvta_generic_to_constant(const void *);
__SMEMLINT_D size_t __cvta_generic_to_local(const void *);
__SMEMLINT_D size_t __cvta_generic_to_grid_constant(const void *);
__SMEMLINT_D void *__cvta_shared_to_generic(size_t);
__SMEMLINT_D void *__cvta_global_to_generic(size_t);
__SMEMLINT_D void *__cvta_constant_to_generic(size_t);
__SMEMLINT_D void *__cvta_local_to_generic(size_t);
__SMEMLINT_D unsigned int __nvvm_get_smem_pointer(void *);
