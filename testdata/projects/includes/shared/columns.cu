// Device functions only: first.cu and second.cu have the kernels.
__device__ float column(const float (*tile)[32])
{
	return tile[threadIdx.x][threadIdx.y];
}
