/* What a kernel calls besides mathematics: barriers, atomics, the warp's functions, bits, caches. */
#pragma once

extern "C" {
__SMEMLINT_D int printf(const char *, ...);
__SMEMLINT_D void *malloc(size_t);
__SMEMLINT_D void free(void *);
__SMEMLINT_D void *memcpy(void *, const void *, size_t);
__SMEMLINT_D void *memset(void *, int, size_t);
__SMEMLINT_D void __assert_fail(const char *, const char *, unsigned int, const char *);
__SMEMLINT_D void __assertfail(const char *, const char *, unsigned int, const char *, size_t);
}
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
__SMEMLINT_D void __syncwarp(unsigned int mask = 0xffffffff);
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

/* --- atomics --- */
#define __SMEMLINT_ATOMIC_SCOPED(name, T) \
	__SMEMLINT_D T name(T *, T); \
	__SMEMLINT_D T name##_block(T *, T); \
	__SMEMLINT_D T name##_system(T *, T);
#define __SMEMLINT_ATOMIC2(name) \
	__SMEMLINT_ATOMIC_SCOPED(name, int) \
	__SMEMLINT_ATOMIC_SCOPED(name, unsigned int)
#define __SMEMLINT_ATOMIC3(name) __SMEMLINT_ATOMIC2(name) __SMEMLINT_ATOMIC_SCOPED(name, unsigned long long)
#define __SMEMLINT_ATOMIC4(name) __SMEMLINT_ATOMIC3(name) __SMEMLINT_ATOMIC_SCOPED(name, long long)
__SMEMLINT_ATOMIC3(atomicAdd)
__SMEMLINT_ATOMIC_SCOPED(atomicAdd, float)
__SMEMLINT_ATOMIC_SCOPED(atomicAdd, double)
__SMEMLINT_ATOMIC_SCOPED(atomicAdd, float2)
__SMEMLINT_ATOMIC_SCOPED(atomicAdd, float4)
__SMEMLINT_ATOMIC2(atomicSub)
__SMEMLINT_ATOMIC3(atomicExch)
__SMEMLINT_ATOMIC_SCOPED(atomicExch, float)
__SMEMLINT_ATOMIC4(atomicMin)
__SMEMLINT_ATOMIC4(atomicMax)
__SMEMLINT_ATOMIC3(atomicAnd)
__SMEMLINT_ATOMIC3(atomicOr)
__SMEMLINT_ATOMIC3(atomicXor)
__SMEMLINT_ATOMIC_SCOPED(atomicInc, unsigned int)
__SMEMLINT_ATOMIC_SCOPED(atomicDec, unsigned int)
#define __SMEMLINT_CAS(T) \
	__SMEMLINT_D T atomicCAS(T *, T, T); \
	__SMEMLINT_D T atomicCAS_block(T *, T, T); \
	__SMEMLINT_D T atomicCAS_system(T *, T, T);
__SMEMLINT_CAS(int) __SMEMLINT_CAS(unsigned int) __SMEMLINT_CAS(unsigned long long)
__SMEMLINT_CAS(unsigned short)

/* --- the warp --- */
#define __SMEMLINT_SHUFFLE(T) \
	__SMEMLINT_D T __shfl_sync(unsigned int mask, T var, int lane, int width = 32); \
	__SMEMLINT_D T __shfl_up_sync(unsigned int mask, T var, unsigned int delta, int width = 32); \
	__SMEMLINT_D T __shfl_down_sync(unsigned int mask, T var, unsigned int delta, int width = 32); \
	__SMEMLINT_D T __shfl_xor_sync(unsigned int mask, T var, int lane_mask, int width = 32); \
	__SMEMLINT_D T __shfl(T var, int lane, int width = 32); \
	__SMEMLINT_D T __shfl_up(T var, unsigned int delta, int width = 32); \
	__SMEMLINT_D T __shfl_down(T var, unsigned int delta, int width = 32); \
	__SMEMLINT_D T __shfl_xor(T var, int lane_mask, int width = 32);
__SMEMLINT_SHUFFLE(int) __SMEMLINT_SHUFFLE(unsigned int) __SMEMLINT_SHUFFLE(long)
__SMEMLINT_SHUFFLE(unsigned long) __SMEMLINT_SHUFFLE(long long) __SMEMLINT_SHUFFLE(unsigned long long)
__SMEMLINT_SHUFFLE(float) __SMEMLINT_SHUFFLE(double)
#define __SMEMLINT_MATCH(T) \
	__SMEMLINT_D unsigned int __match_any_sync(unsigned int, T); \
	__SMEMLINT_D unsigned int __match_all_sync(unsigned int, T, int *);
__SMEMLINT_MATCH(int) __SMEMLINT_MATCH(unsigned int) __SMEMLINT_MATCH(long)
__SMEMLINT_MATCH(unsigned long) __SMEMLINT_MATCH(long long) __SMEMLINT_MATCH(unsigned long long)
__SMEMLINT_MATCH(float) __SMEMLINT_MATCH(double)
#define __SMEMLINT_WARP_REDUCE(T) \
	__SMEMLINT_D T __reduce_add_sync(unsigned int, T); \
	__SMEMLINT_D T __reduce_min_sync(unsigned int, T); \
	__SMEMLINT_D T __reduce_max_sync(unsigned int, T);
__SMEMLINT_WARP_REDUCE(int) __SMEMLINT_WARP_REDUCE(unsigned int)
__SMEMLINT_D unsigned int __reduce_and_sync(unsigned int, unsigned int);
__SMEMLINT_D unsigned int __reduce_or_sync(unsigned int, unsigned int);
__SMEMLINT_D unsigned int __reduce_xor_sync(unsigned int, unsigned int);
__SMEMLINT_D unsigned int __ballot_sync(unsigned int, int);
__SMEMLINT_D int __all_sync(unsigned int, int);
__SMEMLINT_D int __any_sync(unsigned int, int);
__SMEMLINT_D int __uni_sync(unsigned int, int);
__SMEMLINT_D unsigned int __ballot(int);
__SMEMLINT_D int __all(int);
__SMEMLINT_D int __any(int);
__SMEMLINT_D unsigned int __activemask();
__SMEMLINT_D unsigned int __fns(unsigned int, unsigned int, int);
__SMEMLINT_D unsigned int __lanemask_lt();

/* --- bits and integers --- */
__SMEMLINT_D int __popc(unsigned int);
__SMEMLINT_D int __popcll(unsigned long long);
__SMEMLINT_D int __clz(int);
__SMEMLINT_D int __clzll(long long);
__SMEMLINT_D int __ffs(int);
__SMEMLINT_D int __ffsll(long long);
__SMEMLINT_D unsigned int __brev(unsigned int);
__SMEMLINT_D unsigned long long __brevll(unsigned long long);
__SMEMLINT_D unsigned int __byte_perm(unsigned int, unsigned int, unsigned int);
__SMEMLINT_D int __mul24(int, int);
__SMEMLINT_D unsigned int __umul24(unsigned int, unsigned int);
__SMEMLINT_D int mul24(int, int);
__SMEMLINT_D unsigned int umul24(unsigned int, unsigned int);
__SMEMLINT_D int __mulhi(int, int);
__SMEMLINT_D unsigned int __umulhi(unsigned int, unsigned int);
__SMEMLINT_D long long __mul64hi(long long, long long);
__SMEMLINT_D unsigned long long __umul64hi(unsigned long long, unsigned long long);
__SMEMLINT_D int __hadd(int, int);
__SMEMLINT_D int __rhadd(int, int);
__SMEMLINT_D unsigned int __uhadd(unsigned int, unsigned int);
__SMEMLINT_D unsigned int __urhadd(unsigned int, unsigned int);
__SMEMLINT_D unsigned int __sad(int, int, unsigned int);
__SMEMLINT_D unsigned int __usad(unsigned int, unsigned int, unsigned int);
__SMEMLINT_D unsigned int __funnelshift_l(unsigned int, unsigned int, unsigned int);
__SMEMLINT_D unsigned int __funnelshift_r(unsigned int, unsigned int, unsigned int);
__SMEMLINT_D unsigned int __funnelshift_lc(unsigned int, unsigned int, unsigned int);
__SMEMLINT_D unsigned int __funnelshift_rc(unsigned int, unsigned int, unsigned int);
#define __SMEMLINT_DOT(A, B, C) \
	__SMEMLINT_D C __dp4a(A, B, C); \
	__SMEMLINT_D C __dp2a_lo(A, B, C); \
	__SMEMLINT_D C __dp2a_hi(A, B, C);
__SMEMLINT_DOT(int, int, int) __SMEMLINT_DOT(unsigned int, unsigned int, unsigned int)
__SMEMLINT_D int __dp4a(char4, char4, int);
__SMEMLINT_D unsigned int __dp4a(uchar4, uchar4, unsigned int);
#define __SMEMLINT_SIMD(name) \
	__SMEMLINT_D unsigned int __v##name##2(unsigned int, unsigned int); \
	__SMEMLINT_D unsigned int __v##name##4(unsigned int, unsigned int);
__SMEMLINT_SIMD(add) __SMEMLINT_SIMD(addss) __SMEMLINT_SIMD(addus) __SMEMLINT_SIMD(sub)
__SMEMLINT_SIMD(subss) __SMEMLINT_SIMD(subus) __SMEMLINT_SIMD(absdiffs) __SMEMLINT_SIMD(absdiffu)
__SMEMLINT_SIMD(avgs) __SMEMLINT_SIMD(avgu) __SMEMLINT_SIMD(maxs) __SMEMLINT_SIMD(maxu)
__SMEMLINT_SIMD(mins) __SMEMLINT_SIMD(minu) __SMEMLINT_SIMD(sads) __SMEMLINT_SIMD(sadu)
__SMEMLINT_SIMD(cmpeq) __SMEMLINT_SIMD(cmpne) __SMEMLINT_SIMD(cmpges) __SMEMLINT_SIMD(cmpgeu)
__SMEMLINT_SIMD(cmpgts) __SMEMLINT_SIMD(cmpgtu) __SMEMLINT_SIMD(cmples) __SMEMLINT_SIMD(cmpleu)
__SMEMLINT_SIMD(cmplts) __SMEMLINT_SIMD(cmpltu) __SMEMLINT_SIMD(seteq) __SMEMLINT_SIMD(setne)
__SMEMLINT_SIMD(hadds)

/* --- loads and stores with a cache hint, global memory's --- */
#define __SMEMLINT_LOAD(name) template <class T> __SMEMLINT_D T name(const T *);
__SMEMLINT_LOAD(__ldg) __SMEMLINT_LOAD(__ldcg) __SMEMLINT_LOAD(__ldca) __SMEMLINT_LOAD(__ldcs)
__SMEMLINT_LOAD(__ldlu) __SMEMLINT_LOAD(__ldcv)
template <class T> struct __smemlint_same { typedef T type; };
#define __SMEMLINT_STORE(name) \
	template <class T> __SMEMLINT_D void name(T *, typename __smemlint_same<T>::type);
__SMEMLINT_STORE(__stwb) __SMEMLINT_STORE(__stcg) __SMEMLINT_STORE(__stcs) __SMEMLINT_STORE(__stwt)
