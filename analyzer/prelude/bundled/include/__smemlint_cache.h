/* Loads and stores with a cache hint, global memory's. */
#pragma once

#define __SMEMLINT_LOAD(name) template <class __T> __SMEMLINT_D __T name(const __T *);
__SMEMLINT_LOAD(__ldg)
__SMEMLINT_LOAD(__ldcg)
__SMEMLINT_LOAD(__ldca)
__SMEMLINT_LOAD(__ldcs)
__SMEMLINT_LOAD(__ldlu)
__SMEMLINT_LOAD(__ldcv)
template <class __T> struct __smemlint_same { typedef __T type; };
#define __SMEMLINT_STORE(name) \
	template <class __T> __SMEMLINT_D void name(__T *, typename __smemlint_same<__T>::type);
__SMEMLINT_STORE(__stwb)
__SMEMLINT_STORE(__stcg)
__SMEMLINT_STORE(__stcs)
__SMEMLINT_STORE(__stwt)
