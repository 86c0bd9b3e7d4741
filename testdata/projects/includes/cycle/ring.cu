#pragma once
#include "left.cuh"
#include "round.cu"
__global__ void ring() {}
