/* In place of the toolkit's: vector types and dim3. */
#ifndef SMEM_VECTOR_TYPES_H
#define SMEM_VECTOR_TYPES_H

#ifdef __CUDA__
#define SMEM_BOTH __attribute__((host)) __attribute__((device)) inline
#else
#define SMEM_BOTH inline
#endif
#define SMEM_VECTOR1(name, T) \
	struct name { T x; }; \
	static SMEM_BOTH name make_##name(T x) { return {x}; }
#define SMEM_VECTOR2(name, T, n) \
	struct __attribute__((aligned(n))) name { T x, y; }; \
	static SMEM_BOTH name make_##name(T x, T y) { return {x, y}; }
#define SMEM_VECTOR3(name, T) \
	struct name { T x, y, z; }; \
	static SMEM_BOTH name make_##name(T x, T y, T z) { return {x, y, z}; }
#define SMEM_VECTOR4(name, T, n) \
	struct __attribute__((aligned(n))) name { T x, y, z, w; }; \
	static SMEM_BOTH name make_##name(T x, T y, T z, T w) { return {x, y, z, w}; }
#define SMEM_VECTORS(name, T, two, four) \
	SMEM_VECTOR1(name##1, T) SMEM_VECTOR2(name##2, T, two) SMEM_VECTOR3(name##3, T) SMEM_VECTOR4(name##4, T, four)
SMEM_VECTORS(char, signed char, 2, 4)
SMEM_VECTORS(uchar, unsigned char, 2, 4)
SMEM_VECTORS(short, short, 4, 8)
SMEM_VECTORS(ushort, unsigned short, 4, 8)
SMEM_VECTORS(int, int, 8, 16)
SMEM_VECTORS(uint, unsigned int, 8, 16)
SMEM_VECTORS(long, long, 16, 16)
SMEM_VECTORS(ulong, unsigned long, 16, 16)
SMEM_VECTORS(longlong, long long, 16, 16)
SMEM_VECTORS(ulonglong, unsigned long long, 16, 16)
SMEM_VECTORS(float, float, 8, 16)
SMEM_VECTORS(double, double, 16, 16)

struct dim3 {
	unsigned int x, y, z;
	SMEM_BOTH constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
	SMEM_BOTH constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
	SMEM_BOTH constexpr operator uint3() const { return uint3{x, y, z}; }
};

#endif
