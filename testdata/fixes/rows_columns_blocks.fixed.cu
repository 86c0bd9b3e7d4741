/* A tile that is written by rows and read by columns and by blocks of 4 x 8: no padding, rotation or plain XOR of the row
 * suits all three. */
__global__ void three_ways(const float *in, float *out)
{
	__shared__ float tile[32][37];
	int x = threadIdx.x, y = threadIdx.y;
	for (int r = y; r < 32; r += 8)
		tile[r][x] = in[r * 32 + x];
	__syncthreads();
	float sum = 0;
	for (int c = y; c < 32; c += 8)
		sum += tile[x][c] * c;
	for (int b = y; b < 32; b += 8)
		sum += tile[b / 4 * 4 + x / 8][b % 4 * 8 + x % 8] * b;
	out[y * 32 + x] = sum;
}

void launch(const int *in, int *out, int n)
{
	three_ways<<<1, dim3(32, 8)>>>((const float *)in, (float *)out);
}
