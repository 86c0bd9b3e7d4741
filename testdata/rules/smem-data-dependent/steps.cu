/* The data decides the step between lanes: some of its values are free of conflicts, or none. */
__global__ void step(const int *in, int *out)
{
	__shared__ int s[1024], n;
	int lane = threadIdx.x;
	if (lane == 0)
		n = in[0];
	__syncthreads();
	s[lane * n] = in[lane]; // expect: smem-data-dependent up to 32-way bank conflict, depending on 'n', which data decide
	__syncthreads();
	out[lane] = s[lane * 2 * n]; // expect: smem-runtime-stride up to 32-way bank conflict, depending on 'n': this load of 's'
}

void launch(const int *in, int *out, int)
{
	step<<<1, 32>>>(in, out);
}
