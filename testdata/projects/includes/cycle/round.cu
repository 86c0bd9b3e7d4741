#pragma once
#include "ring.cu"
__global__ void around() {}
