#pragma once
void transpose(float *out, const float *in, int pitch);
float total(const float *in, int n);
