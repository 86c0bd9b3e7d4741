// What the source's evaluation does not show, and its PTX does: completed.ptx, by nvcc 13.0 for sm_90.
__global__ void completed(float *out, const float *in, int n)
{
	__shared__ float tile[64 * 33];
	int lane = threadIdx.x, place = 0;
	tile[33 * lane] = in[lane];
	asm("dp4a.u32.u32 %0, %1, 32, %2;" : "=r"(place) : "r"(lane), "r"(0));
	tile[place] = in[n + lane];
	__syncthreads();
	out[lane] = tile[2 * lane] + tile[place + 1];
}

void launch(float *out, const float *in)
{
	completed<<<1, 64>>>(out, in, 7);
}
