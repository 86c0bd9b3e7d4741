/* Textures and surfaces by object. */
#pragma once

typedef unsigned long long cudaTextureObject_t, cudaSurfaceObject_t;
enum cudaTextureAddressMode {
	cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder,
};
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
enum cudaChannelFormatKind {
	cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned, cudaChannelFormatKindFloat,
	cudaChannelFormatKindNone,
};
enum cudaResourceType {
	cudaResourceTypeArray, cudaResourceTypeMipmappedArray, cudaResourceTypeLinear, cudaResourceTypePitch2D,
};
struct cudaChannelFormatDesc { int x, y, z, w; cudaChannelFormatKind f; };
struct cudaResourceDesc {
	cudaResourceType resType;
	union {
		struct { cudaArray_t array; } array;
		struct { cudaMipmappedArray_t mipmap; } mipmap;
		struct { void *devPtr; cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
		struct { void *devPtr; cudaChannelFormatDesc desc; size_t width, height, pitchInBytes; } pitch2D;
	} res;
	unsigned int flags;
};
struct cudaTextureDesc {
	cudaTextureAddressMode addressMode[3];
	cudaTextureFilterMode filterMode;
	cudaTextureReadMode readMode;
	int sRGB;
	float borderColor[4];
	int normalizedCoords;
	unsigned int maxAnisotropy;
	cudaTextureFilterMode mipmapFilterMode;
	float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
	int disableTrilinearOptimization, seamlessCubemap;
};
struct cudaResourceViewDesc { int format; size_t width, height, depth; };
#define cudaArrayDefault 0x00
#define cudaArrayLayered 0x01
#define cudaArraySurfaceLoadStore 0x02
#define cudaArrayCubemap 0x04

cudaChannelFormatDesc cudaCreateChannelDesc(int, int, int, int, cudaChannelFormatKind);
template <class __T> cudaChannelFormatDesc cudaCreateChannelDesc();
__SMEMLINT_API(cudaMallocArray, cudaArray_t *, const cudaChannelFormatDesc *, size_t, size_t = 0,
	       unsigned int = 0)
__SMEMLINT_API(cudaMalloc3DArray, cudaArray_t *, const cudaChannelFormatDesc *, cudaExtent,
	       unsigned int = 0)
__SMEMLINT_API(cudaCreateTextureObject, cudaTextureObject_t *, const cudaResourceDesc *,
	       const cudaTextureDesc *,
	       const cudaResourceViewDesc *)
__SMEMLINT_API(cudaDestroyTextureObject, cudaTextureObject_t)
__SMEMLINT_API(cudaCreateSurfaceObject, cudaSurfaceObject_t *, const cudaResourceDesc *)
__SMEMLINT_API(cudaDestroySurfaceObject, cudaSurfaceObject_t)

#define __SMEMLINT_FETCH(name, ...) \
	template <class __T> __SMEMLINT_D __T name(cudaTextureObject_t, __VA_ARGS__); \
	template <class __T> __SMEMLINT_D void name(__T *, cudaTextureObject_t, __VA_ARGS__);
__SMEMLINT_FETCH(tex1Dfetch, int)
__SMEMLINT_FETCH(tex1D, float)
__SMEMLINT_FETCH(tex2D, float, float)
__SMEMLINT_FETCH(tex3D, float, float, float)
__SMEMLINT_FETCH(tex1DLod, float, float)
__SMEMLINT_FETCH(tex2DLod, float, float, float)
__SMEMLINT_FETCH(tex3DLod, float, float, float, float)
__SMEMLINT_FETCH(tex1DLayered, float, int)
__SMEMLINT_FETCH(tex2DLayered, float, float, int)
__SMEMLINT_FETCH(tex2Dgather, float, float, int = 0)
__SMEMLINT_FETCH(texCubemap, float, float, float)

#define __SMEMLINT_SURFACE(name, ...) \
	template <class __T> __SMEMLINT_D __T name##read(cudaSurfaceObject_t, __VA_ARGS__, \
						     cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); \
	template <class __T> __SMEMLINT_D void name##read(__T *, cudaSurfaceObject_t, __VA_ARGS__, \
							cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); \
	template <class __T> __SMEMLINT_D void name##write(__T, cudaSurfaceObject_t, __VA_ARGS__, \
							 cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
__SMEMLINT_SURFACE(surf1D, int)
__SMEMLINT_SURFACE(surf2D, int, int)
__SMEMLINT_SURFACE(surf3D, int, int, int)
__SMEMLINT_SURFACE(surf2DLayered, int, int, int)
