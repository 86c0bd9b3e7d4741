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
#define __SMEMLINT_DOT(name) \
	__SMEMLINT_D int name(int, int, int); \
	__SMEMLINT_D unsigned int name(unsigned int, unsigned int, unsigned int);
__SMEMLINT_DOT(__dp4a)
__SMEMLINT_DOT(__dp2a_lo)
__SMEMLINT_DOT(__dp2a_hi)
__SMEMLINT_D int __dp4a(char4, char4, int);
__SMEMLINT_D unsigned int __dp4a(uchar4, uchar4, unsigned int);
#define __SMEMLINT_SIMD(name) \
	__SMEMLINT_D unsigned int name##2(unsigned int, unsigned int); \
	__SMEMLINT_D unsigned int name##4(unsigned int, unsigned int);
__SMEMLINT_SIMD(__vadd)
__SMEMLINT_SIMD(__vaddss)
__SMEMLINT_SIMD(__vaddus)
__SMEMLINT_SIMD(__vsub)
__SMEMLINT_SIMD(__vsubss)
__SMEMLINT_SIMD(__vsubus)
__SMEMLINT_SIMD(__vabsdiffs)
__SMEMLINT_SIMD(__vabsdiffu)
__SMEMLINT_SIMD(__vavgs)
__SMEMLINT_SIMD(__vavgu)
__SMEMLINT_SIMD(__vmaxs)
__SMEMLINT_SIMD(__vmaxu)
__SMEMLINT_SIMD(__vmins)
__SMEMLINT_SIMD(__vminu)
__SMEMLINT_SIMD(__vsads)
__SMEMLINT_SIMD(__vsadu)
__SMEMLINT_SIMD(__vcmpeq)
__SMEMLINT_SIMD(__vcmpne)
__SMEMLINT_SIMD(__vcmpges)
__SMEMLINT_SIMD(__vcmpgeu)
__SMEMLINT_SIMD(__vcmpgts)
__SMEMLINT_SIMD(__vcmpgtu)
__SMEMLINT_SIMD(__vcmples)
__SMEMLINT_SIMD(__vcmpleu)
__SMEMLINT_SIMD(__vcmplts)
__SMEMLINT_SIMD(__vcmpltu)
__SMEMLINT_SIMD(__vseteq)
__SMEMLINT_SIMD(__vsetne)
__SMEMLINT_SIMD(__vhadds)
