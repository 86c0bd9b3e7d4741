/* Comments and spaces in the declaration and the subscripts stay. */
__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile [ 16 /* rows */ ] /* of */ [ 16 /* columns */ ]; // a tile
	int x = threadIdx.x, y = threadIdx.y;
	tile[ y ] [(x /* the column */) ^ y] = in[y * 16 + x];
	__syncthreads();
	out[y * 16 + x] = tile [x][y ^ x];
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(16, 16)>>>((const float *)in, (float *)out);
}
