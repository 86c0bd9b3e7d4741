// What a plain kernel becomes: addresses, loads, stores, conversions, loops.
#define SQUARE 32
#define AT(row, column) ((row) * (SQUARE + 1) + (column))

__constant__ float scale[4];
static const int order[4] = { 3, 1, 2, 0 };

__global__ void __launch_bounds__(SQUARE * 8, 2) plain(const float *in, float *out, int n, unsigned char mode)
{
	__shared__ float tile[SQUARE][SQUARE + 1];
	__shared__ __align__(16) float flat[AT(SQUARE, 0)];
	extern __shared__ int dynamic[];
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x < n)
		tile[threadIdx.y][threadIdx.x] = in[x];
	else
		flat[AT(threadIdx.y, threadIdx.x)] = 0;
	__syncthreads();
	for (int i = 0; i < SQUARE; i += 8)
		out[x] += tile[threadIdx.x][i] * scale[i & 3];
	short s = 1;
	s += 2.5;
	mode <<= 1;
	dynamic[x++] = order[threadIdx.x % 4];
	flat[dynamic[1]] += 1;
	float *p = &flat[3];
	p -= 2u;
	*p++ = p - flat;
	do {
		n--;
		if (n == 3)
			continue;
	} while (n > 0 && s);
	switch (mode) {
	case 1:
	case 2 ... 4:
		n = s ? 1 : mode;
		break;
	default:
		return;
	}
	int list[] = { 1, 2 };
	for (int &e : list)
		e = ~e;
	atomicAdd(&dynamic[0], __popc(n));
	goto out;
out:
	volatile float *v = flat;
	v[0] = v[1];
}
