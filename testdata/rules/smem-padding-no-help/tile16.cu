// A 16x16 block puts two rows into a warp, and a row of 17 shifts the second onto the first.
__global__ void transpose(float *out, const float *in)
{
	__shared__ float tile[16][17];
	tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x]; // expect: smem-padding-no-help
	__syncthreads();
	out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; // expect: smem-padding-no-help
}

void launch(float *out, const float *in)
{
	transpose<<<1, dim3(16, 16)>>>(out, in);
}
