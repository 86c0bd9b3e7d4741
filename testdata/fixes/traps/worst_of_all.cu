/* One instance reads columns, the others diagonals: what frees the first costs the others more. */
template <int STEP>
__global__ void diagonals(const float *in, float *out)
{
	__shared__ float tile[32][32]; // not fixed: tile: what saves wavefronts in one launch costs another more
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = tile[x][(y + STEP * x) & 31];
}

void launch(const float *in, float *out)
{
	diagonals<0><<<1, dim3(32, 32)>>>(in, out);
	diagonals<1><<<1, dim3(32, 32)>>>(in, out);
	diagonals<2><<<1, dim3(32, 32)>>>(in, out);
	diagonals<4><<<1, dim3(32, 32)>>>(in, out);
	diagonals<6><<<1, dim3(32, 32)>>>(in, out);
	diagonals<8><<<1, dim3(32, 32)>>>(in, out);
	diagonals<16><<<1, dim3(32, 32)>>>(in, out);
}
