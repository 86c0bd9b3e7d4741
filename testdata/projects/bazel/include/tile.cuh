#pragma once
struct Tile { float rows[ROWS][PITCH]; };
__global__ void transpose(float *out, const float *in);
