#include "../lib/device.cuh"

__global__ void app(int *out)
{
	*out = tile_width();
}
