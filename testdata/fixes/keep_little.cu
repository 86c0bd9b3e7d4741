/* Of 262 wavefronts two could be saved: nobody would lengthen all rows for that.  not fixed: tile: less than a twentieth */
__global__ void little(const int *in, int *out, int k)
{
	__shared__ int tile[32][64];
	int x = threadIdx.x, sum = 0;
	tile[x % 2][x / 2] = in[x];
	tile[x % 2 + 2][x / 2] = in[x];
	__syncthreads();
	for (int i = 0; i < 256; i++)
		sum += tile[(i * k) % 32][x];
	out[x] = sum + tile[k][x * 2];
}

void launch(const int *in, int *out, int n)
{
	little<<<1, 32>>>(in, out, 5);
}
