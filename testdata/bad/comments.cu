// smemlint: blok(16)
// smemlint: block(64, 64)
__global__ void too_many(float *out)
{
	__shared__ float data[64];
	out[0] = data[2 * threadIdx.x];
}

// smemlint: block(hello)
__global__ void no_number(float *out)
{
	__shared__ float data[64];
	out[0] = data[2 * threadIdx.x];
}

// smemlint: block(16, 1)
// smemlint: block(32)
__global__ void two_shapes(float *out)
{
	__shared__ float data[64];
	out[0] = data[2 * threadIdx.x]; // 2-way with 32 threads only
}
// smemlint: block(16)
