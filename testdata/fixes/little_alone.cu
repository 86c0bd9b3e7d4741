/* Of 262 wavefronts two can be saved in one launch, and two of 6 in another. */
template <int N>
__global__ void little(const int *in, int *out, int k)
{
	__shared__ int tile[32][64];
	int x = threadIdx.x, sum = 0;
	tile[x % 2][x / 2] = in[x];
	tile[x % 2 + 2][x / 2] = in[x];
	__syncthreads();
	for (int i = 0; i < N; i++)
		sum += tile[(i * k) % 32][x];
	out[x] = sum + tile[k][x * 2];
}

void launch(const int *in, int *out, int n)
{
	little<256><<<1, 32>>>(in, out, 5);
	little<0><<<1, 32>>>(in, out + 32, 5);
}
