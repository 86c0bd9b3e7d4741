/* The instance is here, what it is called with is not. */
#include "tile.cuh"

template void launch_tiled<64>(int *out, int threads, int stride);
