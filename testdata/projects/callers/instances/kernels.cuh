#pragma once
template <typename T, int N> __global__ void staged(T *out);
