__global__ void whole(float *out)
{
	__shared__ float data[64];
	out[threadIdx.x] = data[2 * threadIdx.x];
}

__global__ void cut(float *out)
{
	__shared__ float tile[32][32];
	out[threadIdx.x] = tile[threadIdx.x][
