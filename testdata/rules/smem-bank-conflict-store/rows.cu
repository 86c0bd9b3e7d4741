// Each thread fills a row of its own: eight stores, of which nvcc makes two of 16 bytes, with rows 32 bytes apart.
__global__ void fill(const float *in)
{
	__shared__ float rows[64][8];
	for (int i = 0; i < 8; i++)
		rows[threadIdx.x][i] = in[i * 64 + threadIdx.x]; // expect: smem-bank-conflict-store nvcc merges 4 accesses of this line into one 128-bit store
}

void launch(const float *in)
{
	fill<<<1, 64>>>(in);
}
