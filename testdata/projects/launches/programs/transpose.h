/* Two programs, each with a kernel of the same name. */
#pragma once
enum { T = 32 };
__global__ void transpose(const float *in, float *out, int n);
