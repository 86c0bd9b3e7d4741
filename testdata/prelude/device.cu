#include <stdio.h>
#include <assert.h>
#include <sm_30_intrinsics.h>
#include <device_functions.h>

template <class T> __device__ void integer_atomics(T *p) {
	atomicAdd(p, (T)1);
	atomicExch(p, (T)1);
	atomicMin(p, (T)1);
	atomicMax(p, (T)1);
	atomicAnd(p, (T)1);
	atomicOr(p, (T)1);
	atomicXor(p, (T)1);
	atomicCAS(p, (T)1, (T)2);
	atomicAdd_block(p, (T)1);
	atomicAdd_system(p, (T)1);
}

__global__ void atomics(int *i, unsigned int *u, unsigned long long *l, float *f, double *d) {
	integer_atomics(i);
	integer_atomics(u);
	integer_atomics(l);
	atomicSub(i, 1);
	atomicSub(u, 1u);
	atomicInc(u, 31);
	atomicDec(u, 31);
	atomicAdd(f, 1.f);
	atomicAdd(d, 1.0);
	atomicExch(f, 2.f);
	atomicAdd(&i[threadIdx.x], 1);
}

template <class T> __device__ T shuffles(T v) {
	v = __shfl_sync(0xffffffff, v, 3);
	v = __shfl_up_sync(0xffffffff, v, 1, 16);
	v = __shfl_down_sync(~0u, v, 16);
	return __shfl_xor_sync(0xffffffff, v, 1, 32);
}

__global__ void warp(int *i, float *f, double *d, unsigned *u, long long *l, unsigned long long *m) {
	*i = shuffles(*i);
	*f = shuffles(*f);
	*d = shuffles(*d);
	*u = shuffles(*u);
	*l = shuffles(*l);
	*m = shuffles(*m);
	*u = __ballot_sync(0xffffffff, *i > 0) + __activemask() + __match_any_sync(0xffffffff, *i);
	*i = __all_sync(0xffffffff, *i) + __any_sync(0xffffffff, *i);
	*i += __reduce_add_sync(0xffffffff, *i);
	__syncwarp();
	__syncwarp(0xff);
}

__global__ void bits(unsigned *u, int *i, unsigned long long *l) {
	*i = __popc(*u) + __popcll(*l) + __clz(*i) + __clzll((long long)*l) + __ffs(*i) + __ffsll((long long)*l);
	*u = __brev(*u) + __byte_perm(*u, 3, 0x3210) + __umul24(*u, 3) + __umulhi(*u, 3) + __funnelshift_l(*u, *u, 3);
	*i += __mul24(*i, 3) + __mulhi(*i, 3) + __float_as_int(1.f) + __dp4a(*i, *i, *i);
	*l = __brevll(*l) + __umul64hi(*l, 3);
	*u += __vadd4(*u, *u) + __vabsdiffu4(*u, *u) + __funnelshift_r(*u, *u, 1) + __usad(*u, *u, 1);
}

__global__ void caches(const float *f, const float4 *v, const int *i, float *out, float4 *outv) {
	*out = __ldg(f) + __ldcg(f) + __ldca(f) + __ldcs(f) + __ldcv(f) + __ldg(i) + __ldg(&v[threadIdx.x]).x;
	__stcg(out, 1.f);
	__stcs(out, 1.f);
	__stwt(out, 1.f);
	__stwb(out, 1.f);
	__stcg(outv, __ldcg(v));
	__stcs(outv, __ldcs(v));
}

__global__ void barriers(int *p) {
	__shared__ int s[32];
	if (__isShared(s) && __isGlobal(p))
		s[0] = (int)__cvta_generic_to_shared(s);
	__threadfence();
	__threadfence_block();
	__threadfence_system();
	__syncthreads();
	p[0] = __syncthreads_count(p[1]) + __syncthreads_or(p[2]) + __syncthreads_and(p[3]);
	p[1] = (int)clock() + (int)clock64();
	__nanosleep(100);
	assert(p[2] > 0);
	printf("%d %f\n", p[0], 1.0);
	int *q = (int *)malloc(16);
	memset(q, 0, 16);
	memcpy(q, p, 16);
	free(q);
	int *r = new int[3];
	delete[] r;
	asm volatile("bar.sync 1, 64;");
	if (p[3] == 77)
		__trap();
}

int main() {
	atomics<<<1, 32>>>(nullptr, nullptr, nullptr, nullptr, nullptr);
	barriers<<<1, 32, 128>>>(nullptr);
	printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
