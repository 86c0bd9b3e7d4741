/* A kernel that a header declares, one source defines and another one launches. */
#pragma once
enum { T = 32 };
__global__ void transpose(const float *in, float *out, int n);
