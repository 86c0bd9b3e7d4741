/* Rows of 64 and of 16 half-precision numbers begin in one bank, or in four. */

typedef unsigned short Half;

#define LDMATRIX_X4(address, a, b, c, d)                                               \
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" \
		     : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(address))
#define STMATRIX_X1(address, a) \
	asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(address), "r"(a) : "memory")

__device__ unsigned shared_address(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__global__ void matrices(const int *in, int *out)
{
	__shared__ __align__(16) Half wide[16][64], narrow[16][16], spread[16][72];
	int lane = threadIdx.x, row = lane % 16, column = lane / 16 * 8;
	unsigned a = (unsigned)in[lane], b, c, d, sum;
	STMATRIX_X1(shared_address(&wide[lane % 8][0]), a); // expect: smem-bank-conflict-matrix 8-way bank conflict: this stmatrix to 'wide' takes 8 wavefronts where 1 would do
	STMATRIX_X1(shared_address(&spread[lane % 8][0]), a); // fact: stmatrix 1/1 exact
	__syncthreads();
	LDMATRIX_X4(shared_address(&wide[row][column]), a, b, c, d); // expect: smem-bank-conflict-matrix 8-way bank conflict: this ldmatrix from 'wide' takes 32 wavefronts where 4 would do
	sum = a + b + c + d;
	LDMATRIX_X4(shared_address(&narrow[row][column]), a, b, c, d); // expect: smem-bank-conflict-matrix takes 8 wavefronts where 4 would do
	sum += a + b + c + d;
	LDMATRIX_X4(shared_address(&spread[row][column]), a, b, c, d); // fact: ldmatrix 4/4 exact
	out[lane] = (int)(sum + a + b + c + d);
}

void launch(const int *in, int *out, int)
{
	matrices<<<1, 32>>>(in, out);
}

// libclang: 16
