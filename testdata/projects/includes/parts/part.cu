#include "common.cuh"
__global__ void part() {}
