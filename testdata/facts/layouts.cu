/* Tiles with padding and swizzles, seen from both sides. */

__global__ void padding(const int *in, int *out)
{
	__shared__ float plain[32][32], odd[32][33], even[32][36];
	int x = threadIdx.x, y = threadIdx.y;
	for (int j = y; j < 32; j += 8) {
		plain[j][x] = in[x]; // fact: store 32/32 exact
		odd[j][x] = in[x]; // fact: store 32/32 exact
		even[j][x] = in[x]; // fact: store 32/32 exact
	}
	__syncthreads();
	float got = 0;
	for (int j = y; j < 32; j += 8) {
		got += plain[x][j]; // fact: load 1024/32 exact
		got += odd[x][j]; // fact: load 32/32 exact
		got += even[x][j]; // fact: load 128/32 exact
	}
	out[y * 32 + x] = (int)got;
}

__global__ void swizzles(const int *in, int *out)
{
	__shared__ int by_xor[32][32], by_sum[32][32], by_half[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	by_xor[y][x ^ y] = in[x]; // fact: store 32/32 exact
	by_sum[y][(x + y) & 31] = in[x]; // fact: store 32/32 exact
	by_half[y][x ^ y / 2] = in[x]; // fact: store 32/32 exact
	__syncthreads();
	int got = by_xor[x][y ^ x]; // fact: load 32/32 exact
	got += by_sum[x][(y + x) & 31]; // fact: load 32/32 exact
	got += by_half[x][y ^ x / 2]; // fact: load 64/32 exact
	out[y * 32 + x] = got;
}

/* Taught as cures, and none. */
__global__ void no_cures(const int *in, int *out)
{
	__shared__ int s[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	s[y][x] = in[x]; // fact: store 32/32 exact
	__syncthreads();
	int got = s[x ^ (y % 32)][y]; // fact: load 1024/32 exact
	got += s[x][(y + (x >> 4)) % 32]; // fact: load 512/32 exact
	got += s[x][y ^ 16]; // fact: load 1024/32 exact
	got += s[x][(y + 7) % 32]; // fact: load 1024/32 exact
	out[y * 32 + x] = got;
}

__global__ void sixteen(const int *in, int *out)
{
	__shared__ float plain[16][16], odd[16][17], by_xor[16][16];
	int x = threadIdx.x, y = threadIdx.y;
	plain[y][x] = in[x]; // fact: store 8/8 exact
	odd[y][x] = in[x]; // fact: store 16/8 exact
	by_xor[y][x ^ y] = in[x]; // fact: store 8/8 exact
	__syncthreads();
	float got = plain[x][y]; // fact: load 64/8 exact
	got += odd[x][y]; // fact: load 16/8 exact
	got += by_xor[x][y ^ x]; // fact: load 8/8 exact
	out[y * 16 + x] = (int)got;
}

/* Rows of vectors: a column of 16-byte elements, and the same with the chunk swizzled by the row. */
__global__ void vector_columns(const int *in, int *out)
{
	__shared__ int4 plain[32][8], swizzled[32][8];
	int lane = threadIdx.x, sum = 0;
	for (int i = lane; i < 256; i += 32) {
		plain[i / 8][i % 8] = make_int4(i, in[i], 0, 1); // fact: store 32/32 exact
		swizzled[i / 8][i % 8 ^ i / 8 % 8] = make_int4(i, in[i], 0, 1); // fact: store 32/32 exact
	}
	__syncthreads();
	for (int i = 0; i < 8; i++) {
		int4 v = plain[lane][i]; // fact: load 256/32 exact
		int4 w = swizzled[lane][i ^ lane % 8]; // fact: load 32/32 exact
		sum += v.x + v.y + v.z + v.w + w.x + w.y + w.z + w.w;
	}
	out[lane] = sum;
}

/* Convolution: a tile with a border of one on each side. */
__global__ void border(const int *in, int *out)
{
	__shared__ float tile[18][18];
	int x = threadIdx.x, y = threadIdx.y;
	for (int i = y * 16 + x; i < 18 * 18; i += 256)
		tile[i / 18][i % 18] = in[i]; // fact: store 11/11 exact
	__syncthreads();
	float sum = 0;
	for (int dy = 0; dy < 3; dy++)
		for (int dx = 0; dx < 3; dx++)
			sum += tile[y + dy][x + dx]; // fact: load 144/72 exact
	out[y * 16 + x] = (int)sum;
}

/* Matrix product on tiles: one side is a broadcast, the other a row. */
__global__ void product(const int *in, int *out)
{
	__shared__ int a[16][16], b[16][16];
	int x = threadIdx.x, y = threadIdx.y, sum = 0;
	a[y][x] = in[y * 16 + x]; // fact: store 8/8 exact
	b[y][x] = in[x * 16 + y]; // fact: store 8/8 exact
	__syncthreads();
#pragma unroll 1
	for (int k = 0; k < 16; k++) {
		int left = a[y][k]; // fact: load 128/128 exact
		int right = b[k][x]; // fact: load 128/128 exact
		sum += left * right;
	}
	out[y * 16 + x] = sum;
}

void launch(const int *in, int *out, int)
{
	padding<<<1, dim3(32, 8)>>>(in, out);
	swizzles<<<1, dim3(32, 32)>>>(in, out);
	no_cures<<<1, dim3(32, 32)>>>(in, out);
	sixteen<<<1, dim3(16, 16)>>>(in, out);
	vector_columns<<<1, 32>>>(in, out);
	border<<<1, dim3(16, 16)>>>(in, out);
	product<<<1, dim3(16, 16)>>>(in, out);
}
