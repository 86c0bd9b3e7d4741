/* Addresses that become numbers with which more is done than to access memory there. */
__global__ void moved(const int *in, int *out)
{
	__shared__ __align__(16) int tile[32][32]; /* not fixed: tile: would not reach its element */
	int t = threadIdx.x;
	for (int i = 0; i < 32; i++)
		tile[i][t] = in[i * 32 + t];
	__syncthreads();
	unsigned a, b, c, d, at = (unsigned)__cvta_generic_to_shared(&tile[0][0]) + 128 * t;
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
		     : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at));
	out[t] = a + b + c + d;
}

__global__ void walking(const int *in, int *out)
{
	__shared__ __align__(16) int rows[32][32]; /* not fixed: rows: __cvta_generic_to_shared takes its address */
	int t = threadIdx.x, sum = 0;
	for (int i = 0; i < 32; i++)
		rows[i][t] = in[i * 32 + t];
	__syncthreads();
	unsigned at = (unsigned)__cvta_generic_to_shared(&rows[t][0]);
	for (int i = 0; i < 4; i++, at += 4) {
		int value;
		asm volatile("ld.shared.b32 %0, [%1];" : "=r"(value) : "r"(at));
		sum += value;
	}
	out[t] = sum;
}

__global__ void shown(const int *in, int *out)
{
	__shared__ __align__(16) int seen[32][32]; /* not fixed: seen: __cvta_generic_to_shared takes its address */
	int t = threadIdx.x;
	for (int i = 0; i < 32; i++)
		seen[t][i] = in[i * 32 + t];
	__syncthreads();
	unsigned at = (unsigned)__cvta_generic_to_shared(&seen[t][0]), copy;
	int value;
	asm volatile("ld.shared.b32 %0, [%2]; mov.b32 %1, %2;" : "=r"(value), "=r"(copy) : "r"(at));
	out[t] = value + copy;
}

void launch(const int *in, int *out, int n)
{
	moved<<<1, 32>>>(in, out);
	walking<<<1, 32>>>(in, out + 32);
	shown<<<1, 32>>>(in, out + 64);
}
