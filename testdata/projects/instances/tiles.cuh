#pragma once
// Kernel templates that no program here launches.

namespace tiles {

enum { ROWS = 32 };

namespace {

// smemlint: block(32, 8)
// smemlint: instantiate<float, 32>, instantiate<double, (ROWS > 16 ? 33 : 1)>
template <typename T, int PITCH>
__global__ void column(T *out)
{
	__shared__ T tile[ROWS][PITCH];
	out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

} // namespace

template <typename T>
__global__ void explicit_in_header(T *out)
{
	__shared__ T s[128];
	out[threadIdx.x] = s[2 * threadIdx.x];
}

template __global__ void explicit_in_header<int>(int *);

// smemlint: block(64)
template <typename T>
__global__ void never(T *out)
{
	*out = 0;
}

__global__ void plain(float *out)
{
	__shared__ float s[256];
	out[threadIdx.x] = s[threadIdx.x];
}

} // namespace tiles
