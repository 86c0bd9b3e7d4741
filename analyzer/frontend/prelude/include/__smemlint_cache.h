/* Loads and stores with a cache hint, global memory's. */
#pragma once

#define __SMEMLINT_LOAD(name) template <class T> __SMEMLINT_D T name(const T *);
__SMEMLINT_LOAD(__ldg)
__SMEMLINT_LOAD(__ldcg)
__SMEMLINT_LOAD(__ldca)
__SMEMLINT_LOAD(__ldcs)
__SMEMLINT_LOAD(__ldlu)
__SMEMLINT_LOAD(__ldcv)
template <class T> struct __smemlint_same { typedef T type; };
#define __SMEMLINT_STORE(name) \
	template <class T> __SMEMLINT_D void name(T *, typename __smemlint_same<T>::type);
__SMEMLINT_STORE(__stwb)
__SMEMLINT_STORE(__stcg)
__SMEMLINT_STORE(__stcs)
__SMEMLINT_STORE(__stwt)
