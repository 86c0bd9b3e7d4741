/* Padding by two elements leaves half the banks unused; by four, three quarters. */

__global__ void even(const int *in, int *out)
{
	__shared__ float two[32][34], four[32][36];
	int x = threadIdx.x, y = threadIdx.y;
	two[y][x] = in[x]; // fact: store 32/32 exact
	four[y][x] = in[x]; // fact: store 32/32 exact
	__syncthreads();
	float got = two[x][y]; // expect: smem-padding-no-help takes 2 wavefronts where 1 would do
	got += four[x][y]; // expect: smem-padding-no-help takes 4 wavefronts where 1 would do
	out[y * 32 + x] = (int)got;
}

void launch(const int *in, int *out, int)
{
	even<<<1, dim3(32, 32)>>>(in, out);
}
