/* As halo_18, where the dimensions are those of a member, which are not exchanged. */
struct Halo {
	float cell[18][18];
};

__global__ void stencil(const float *in, float *out, int n)
{
	__shared__ Halo halo; // not fixed: halo.cell: it takes more than half of its memory again
	int x = threadIdx.x, y = threadIdx.y, at = (blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x;
	halo.cell[y + 1][x + 1] = in[at];
	__syncthreads();
	out[at] = halo.cell[y][x + 1] + halo.cell[y + 2][x + 1] + halo.cell[y + 1][x] + halo.cell[y + 1][x + 2];
}

void launch(const float *in, float *out, int n)
{
	stencil<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(in, out, n);
}
