/* Functions that get an element's address and do nothing but access it, by itself, as a vector or by inline PTX; one gives it as a
 * number, of other arrays too. */
__device__ inline unsigned place(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__device__ inline void load_matrix(unsigned (&part)[4], unsigned at)
{
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
		     : "=r"(part[0]), "=r"(part[1]), "=r"(part[2]), "=r"(part[3]) : "r"(at));
}

__device__ inline int4 vector(const short *p)
{
	return *(const int4 *)p;
}

__device__ inline void put(short &to, int x)
{
	to = (short)x;
}

__global__ void rows(const int *in, int *out, int n)
{
	__shared__ __align__(16) short tile[64][72];
	__shared__ __align__(16) short other[256];
	int t = threadIdx.x, sum = 0;
	for (int i = 0; i < 4; i++)
		*(int4 *)&tile[i * 16 + t / 8][t % 8 * 8] = *(const int4 *)&in[i * 512 + t * 4];
	put(other[t], in[t]);
	put(other[t + 128], in[t + 128]);
	__syncthreads();
	for (int k = 0; k < 4; k++) {
		unsigned part[4], a, b;
		unsigned at = place(&tile[t / 32 * 16 + t % 16][k * 16 + t / 16 % 2 * 8]);
		load_matrix(part, at);
		asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
			     : "=r"(a), "=r"(b) : "r"(place(&other[0]) + (t + k) % 32 * 16));
		sum += part[0] + 3 * part[1] + 5 * part[2] + 7 * part[3] + 11 * a + 13 * b;
		const int4 four = vector(&tile[t % 64][k * 8]);
		sum += four.x + 17 * four.y + 19 * four.z + 23 * four.w;
	}
	out[t] = sum;
}

void launch(const int *in, int *out, int n)
{
	rows<<<1, 128>>>(in, out, n);
}
