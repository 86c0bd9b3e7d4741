#pragma once
template <int STRIDE> __device__ inline float fetch(const float *tile, int i) { return tile[i * STRIDE]; }
__device__ inline void put(float *tile, int i, float v)
{
	tile[i] = v;
}
