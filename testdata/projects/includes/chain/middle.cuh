#define WIDTH 2
#include "leaf.cuh"
