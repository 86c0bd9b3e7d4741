/* Bits and integers. */
#pragma once

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
