#pragma once
__device__ int tile_width()
{
	return 32;
}
