/* A kernel with the function that launches it, which another source calls. */
#pragma once
void run_transpose(const float *in, float *out, int n);
