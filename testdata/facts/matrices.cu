/* ldmatrix and stmatrix: a row of 16 bytes from each lane that gives an address; eight lanes a phase. */

typedef unsigned short Half;

#define LDMATRIX_X1(address, a) \
	asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(address))
#define LDMATRIX_X2_TRANS(address, a, b)                                             \
	asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" \
		     : "=r"(a), "=r"(b) : "r"(address))
#define LDMATRIX_X4(address, a, b, c, d)                                               \
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" \
		     : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(address))
#define LDMATRIX_X4_SHARED_CTA(address, a, b, c, d)                                               \
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared::cta.b16 {%0, %1, %2, %3}, [%4];" \
		     : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(address))
#define STMATRIX_X2(address, a, b)                                             \
	asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" \
		     ::"r"(address), "r"(a), "r"(b) : "memory")
#define STMATRIX_X4_TRANS(address, a, b, c, d)                                               \
	asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" \
		     ::"r"(address), "r"(a), "r"(b), "r"(c), "r"(d) : "memory")

__device__ unsigned shared_address(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

/* The upper lanes' addresses are not read: they are far apart here, and cost nothing. */
__global__ void one_matrix(const int *in, int *out)
{
	__shared__ __align__(16) Half dense[32][8], rows[32][64], padded[8][72];
	int lane = threadIdx.x;
	unsigned a, b, c;
	dense[lane][0] = (Half)in[lane]; // fact: store 4/1 exact
	rows[lane][0] = (Half)in[lane]; // fact: store 32/1 exact
	padded[lane % 8][lane / 8] = (Half)in[lane]; // fact: store 1/1 exact
	__syncthreads();
	LDMATRIX_X1(shared_address(&dense[lane][0]), a); // fact: ldmatrix 1/1 exact
	LDMATRIX_X1(shared_address(&rows[lane][0]), b); // fact: ldmatrix 8/1 exact
	LDMATRIX_X1(shared_address(&padded[lane % 8][0]), c); // fact: ldmatrix 1/1 exact
	out[lane] = (int)(a + b + c);
}

__global__ void two_matrices(const int *in, int *out)
{
	__shared__ __align__(16) Half tile[32][32];
	int lane = threadIdx.x;
	unsigned a = (unsigned)in[lane], b = a + 1;
	STMATRIX_X2(shared_address(&tile[lane % 16][8]), a, b); // fact: stmatrix 8/2 exact
	__syncthreads();
	LDMATRIX_X2_TRANS(shared_address(&tile[lane % 8][lane / 8 % 2 * 8]), a, b); // fact: ldmatrix 8/2 exact
	out[lane] = (int)(a + b);
}

/* Four matrices of a tile whose rows are 40 elements (80 bytes) long: 20 words, all phases free. */
__global__ void four_matrices(const int *in, int *out)
{
	__shared__ __align__(16) Half tile[16][40], plain[16][128];
	int lane = threadIdx.x, row = lane & 15, column = (lane >> 4) << 3;
	unsigned a = (unsigned)in[lane], b = a + 1, c = a + 2, d = a + 3;
	STMATRIX_X4_TRANS(shared_address(&tile[row][column]), a, b, c, d); // fact: stmatrix 4/4 exact
	STMATRIX_X4_TRANS(shared_address(&plain[row][column]), a, b, c, d); // fact: stmatrix 32/4 exact
	__syncthreads();
	LDMATRIX_X4(shared_address(&tile[row][column]), a, b, c, d); // fact: ldmatrix 4/4 exact
	out[lane] = (int)(a + b + c + d);
	LDMATRIX_X4_SHARED_CTA(shared_address(&plain[row][column]), a, b, c, d); // fact: ldmatrix 32/4 exact
	out[lane + 32] = (int)(a + b + c + d);
}

/* A walk over a wide tile in steps of 16 columns, rows swizzled by XOR of the chunk with the row. */
__global__ void swizzled_walk(const int *in, int *out)
{
	__shared__ __align__(16) Half tile[16 * 64];
	int lane = threadIdx.x, row = lane % 16;
	unsigned a, b, c, d, sum = 0;
	for (int i = lane; i < 16 * 64; i += 32)
		tile[i] = (Half)in[i]; // fact: store 32/32 exact
	__syncthreads();
	for (int k = 0; k < 4; k++) {
		int chunk = (2 * k + lane / 16) ^ row % 8;
		LDMATRIX_X4(shared_address(tile + row * 64 + chunk * 8), a, b, c, d); // fact: ldmatrix 16/16 exact
		sum += a + b + c + d;
	}
	out[lane] = (int)sum;
}

void launch(const int *in, int *out, int)
{
	one_matrix<<<1, 32>>>(in, out);
	two_matrices<<<1, 32>>>(in, out);
	four_matrices<<<1, 32>>>(in, out);
	swizzled_walk<<<1, 32>>>(in, out);
}

// libclang: 16
