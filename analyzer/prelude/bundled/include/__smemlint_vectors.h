/* Vector types. */
#pragma once

#define __SMEMLINT_VECTOR1(name, __T) \
	struct name { __T x; }; \
	__SMEMLINT_BODY name make_##name(__T __x) { return {__x}; }
#define __SMEMLINT_VECTOR2(name, __T, __n) \
	struct __align__(__n) name { __T x, y; }; \
	__SMEMLINT_BODY name make_##name(__T __x, __T __y) { return {__x, __y}; }
#define __SMEMLINT_VECTOR3(name, __T) \
	struct name { __T x, y, z; }; \
	__SMEMLINT_BODY name make_##name(__T __x, __T __y, __T __z) { return {__x, __y, __z}; }
#define __SMEMLINT_VECTOR4(name, __T, __n) \
	struct __align__(__n) name { __T x, y, z, w; }; \
	__SMEMLINT_BODY name make_##name(__T __x, __T __y, __T __z, __T __w) { return {__x, __y, __z, __w}; }

__SMEMLINT_VECTOR1(char1, signed char)
__SMEMLINT_VECTOR2(char2, signed char, 2)
__SMEMLINT_VECTOR3(char3, signed char)
__SMEMLINT_VECTOR4(char4, signed char, 4)
__SMEMLINT_VECTOR1(uchar1, unsigned char)
__SMEMLINT_VECTOR2(uchar2, unsigned char, 2)
__SMEMLINT_VECTOR3(uchar3, unsigned char)
__SMEMLINT_VECTOR4(uchar4, unsigned char, 4)
__SMEMLINT_VECTOR1(short1, short)
__SMEMLINT_VECTOR2(short2, short, 4)
__SMEMLINT_VECTOR3(short3, short)
__SMEMLINT_VECTOR4(short4, short, 8)
__SMEMLINT_VECTOR1(ushort1, unsigned short)
__SMEMLINT_VECTOR2(ushort2, unsigned short, 4)
__SMEMLINT_VECTOR3(ushort3, unsigned short)
__SMEMLINT_VECTOR4(ushort4, unsigned short, 8)
__SMEMLINT_VECTOR1(int1, int)
__SMEMLINT_VECTOR2(int2, int, 8)
__SMEMLINT_VECTOR3(int3, int)
__SMEMLINT_VECTOR4(int4, int, 16)
__SMEMLINT_VECTOR1(uint1, unsigned int)
__SMEMLINT_VECTOR2(uint2, unsigned int, 8)
__SMEMLINT_VECTOR3(uint3, unsigned int)
__SMEMLINT_VECTOR4(uint4, unsigned int, 16)
__SMEMLINT_VECTOR1(float1, float)
__SMEMLINT_VECTOR2(float2, float, 8)
__SMEMLINT_VECTOR3(float3, float)
__SMEMLINT_VECTOR4(float4, float, 16)
__SMEMLINT_VECTOR1(double1, double)
__SMEMLINT_VECTOR2(double2, double, 16)
__SMEMLINT_VECTOR3(double3, double)
__SMEMLINT_VECTOR4(double4, double, 16)
__SMEMLINT_VECTOR1(long1, long)
__SMEMLINT_VECTOR2(long2, long, 16)
__SMEMLINT_VECTOR3(long3, long)
__SMEMLINT_VECTOR4(long4, long, 16)
__SMEMLINT_VECTOR1(ulong1, unsigned long)
__SMEMLINT_VECTOR2(ulong2, unsigned long, 16)
__SMEMLINT_VECTOR3(ulong3, unsigned long)
__SMEMLINT_VECTOR4(ulong4, unsigned long, 16)
__SMEMLINT_VECTOR1(longlong1, long long)
__SMEMLINT_VECTOR2(longlong2, long long, 16)
__SMEMLINT_VECTOR3(longlong3, long long)
__SMEMLINT_VECTOR4(longlong4, long long, 16)
__SMEMLINT_VECTOR1(ulonglong1, unsigned long long)
__SMEMLINT_VECTOR2(ulonglong2, unsigned long long, 16)
__SMEMLINT_VECTOR3(ulonglong3, unsigned long long)
__SMEMLINT_VECTOR4(ulonglong4, unsigned long long, 16)

/* CUDA 13's four-element types with the alignment in the name. */
__SMEMLINT_VECTOR4(long4_16a, long, 16)
__SMEMLINT_VECTOR4(long4_32a, long, 32)
__SMEMLINT_VECTOR4(ulong4_16a, unsigned long, 16)
__SMEMLINT_VECTOR4(ulong4_32a, unsigned long, 32)
__SMEMLINT_VECTOR4(longlong4_16a, long long, 16)
__SMEMLINT_VECTOR4(longlong4_32a, long long, 32)
__SMEMLINT_VECTOR4(ulonglong4_16a, unsigned long long, 16)
__SMEMLINT_VECTOR4(ulonglong4_32a, unsigned long long, 32)
__SMEMLINT_VECTOR4(double4_16a, double, 16)
__SMEMLINT_VECTOR4(double4_32a, double, 32)
