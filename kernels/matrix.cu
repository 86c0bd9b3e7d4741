/* ldmatrix and stmatrix: each phase moves one 8x8 matrix of 16-bit elements, by eight row addresses of 16
 * bytes.  Rows of 64 elements (128 bytes) start in one bank; rows of 72 do not.
 *
 * Both are warp-wide: lane l holds elements 2 * (l % 4) and 2 * (l % 4) + 1 of row l / 4 of each matrix. */
#include "harness.h"

#define SHARED_ADDRESS(pointer) ((unsigned)__cvta_generic_to_shared(pointer))

#define LDMATRIX_X1(a, address) \
	asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(address))
#define LDMATRIX_X2(a, b, address)                                             \
	asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" \
		     : "=r"(a), "=r"(b) : "r"(address))
#define LDMATRIX_X4(a, b, c, d, address)                                               \
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" \
		     : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(address))
#define LDMATRIX_X4_TRANS(a, b, c, d, address)                                               \
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" \
		     : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(address))
#define STMATRIX_X1(address, a) \
	asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(address), "r"(a) : "memory")
#define STMATRIX_X2(address, a, b)                                             \
	asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" \
		     ::"r"(address), "r"(a), "r"(b) : "memory")
#define STMATRIX_X4(address, a, b, c, d)                                               \
	asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" \
		     ::"r"(address), "r"(a), "r"(b), "r"(c), "r"(d) : "memory")

/* Eight rows end to end: all 32 banks once. */
__global__ void load_x1_dense(const unsigned short *in, unsigned *out)
{
	__shared__ __align__(16) unsigned short tile[8][8];
	int lane = threadIdx.x;
	unsigned a;
	for (int i = 0; i < 2; i++)
		tile[lane / 8 + 4 * i][lane % 8] = in[lane + 32 * i]; // fact: store 2/2
	__syncthreads();
	LDMATRIX_X1(a, SHARED_ADDRESS(&tile[lane % 8][0])); // fact: ldmatrix 1/1
	out[lane] = a;
}

__global__ void load_x1_rows_of_64(const unsigned short *in, unsigned *out)
{
	__shared__ __align__(16) unsigned short tile[8][64];
	int lane = threadIdx.x;
	unsigned a;
	for (int i = 0; i < 2; i++)
		tile[lane / 8 + 4 * i][lane % 8] = in[lane + 32 * i]; // fact: store 8/2
	__syncthreads();
	LDMATRIX_X1(a, SHARED_ADDRESS(&tile[lane % 8][0])); // fact: ldmatrix 8/1
	out[lane] = a;
}

__global__ void load_x2_rows_of_32(const unsigned short *in, unsigned *out)
{
	__shared__ __align__(16) unsigned short tile[16][32];
	int lane = threadIdx.x;
	unsigned a, b;
	for (int i = 0; i < 4; i++)
		tile[lane / 8 + 4 * i][lane % 8] = in[lane + 32 * i]; // fact: store 8/4
	__syncthreads();
	LDMATRIX_X2(a, b, SHARED_ADDRESS(&tile[lane % 16][0])); // fact: ldmatrix 8/2
	out[lane] = a;
	out[lane + 32] = b;
}

/* The tile of a 16x16 fragment with nothing between the rows: 32 bytes from row to row. */
__global__ void load_x4_rows_of_16(const unsigned short *in, unsigned *out)
{
	__shared__ __align__(16) unsigned short tile[16][16];
	int lane = threadIdx.x;
	unsigned a, b, c, d;
	for (int i = 0; i < 8; i++)
		tile[lane / 16 + 2 * i][lane % 16] = in[lane + 32 * i]; // fact: store 8/8
	__syncthreads();
	LDMATRIX_X4(a, b, c, d, SHARED_ADDRESS(&tile[lane % 16][lane / 16 * 8])); // fact: ldmatrix 8/4
	out[lane] = a;
	out[lane + 32] = b;
	out[lane + 64] = c;
	out[lane + 96] = d;
}

__global__ void load_x4_rows_of_24(const unsigned short *in, unsigned *out)
{
	__shared__ __align__(16) unsigned short tile[16][24];
	int lane = threadIdx.x;
	unsigned a, b, c, d;
	for (int i = 0; i < 8; i++)
		tile[lane / 16 + 2 * i][lane % 16] = in[lane + 32 * i]; // fact: store 8/8
	__syncthreads();
	LDMATRIX_X4(a, b, c, d, SHARED_ADDRESS(&tile[lane % 16][lane / 16 * 8])); // fact: ldmatrix 4/4
	out[lane] = a;
	out[lane + 32] = b;
	out[lane + 64] = c;
	out[lane + 96] = d;
}

__global__ void load_x4_rows_of_64(const unsigned short *in, unsigned *out)
{
	__shared__ __align__(16) unsigned short tile[16][64];
	int lane = threadIdx.x;
	unsigned a, b, c, d;
	for (int i = 0; i < 8; i++)
		tile[lane / 16 + 2 * i][lane % 16] = in[lane + 32 * i]; // fact: store 16/8
	__syncthreads();
	LDMATRIX_X4(a, b, c, d, SHARED_ADDRESS(&tile[lane % 16][lane / 16 * 8])); // fact: ldmatrix 32/4
	out[lane] = a;
	out[lane + 32] = b;
	out[lane + 64] = c;
	out[lane + 96] = d;
}

__global__ void load_x4_rows_of_72(const unsigned short *in, unsigned *out)
{
	__shared__ __align__(16) unsigned short tile[16][72];
	int lane = threadIdx.x;
	unsigned a, b, c, d;
	for (int i = 0; i < 8; i++)
		tile[lane / 16 + 2 * i][lane % 16] = in[lane + 32 * i]; // fact: store 16/8
	__syncthreads();
	LDMATRIX_X4(a, b, c, d, SHARED_ADDRESS(&tile[lane % 16][lane / 16 * 8])); // fact: ldmatrix 4/4
	out[lane] = a;
	out[lane + 32] = b;
	out[lane + 64] = c;
	out[lane + 96] = d;
}

/* Rows of 64 elements as eight chunks of 16 bytes; chunk c of row r stands at c ^ (r % 8). */
__global__ void load_x4_swizzled(const unsigned short *in, unsigned *out)
{
	__shared__ __align__(16) unsigned short tile[16][64];
	int lane = threadIdx.x;
	unsigned a, b, c, d;
	for (int i = 0; i < 8; i++) {
		int row = lane / 16 + 2 * i, column = lane % 16;
		tile[row][(column / 8 ^ row % 8) * 8 + column % 8] = in[lane + 32 * i]; // fact: store 16/8
	}
	__syncthreads();
	int row = lane % 16, chunk = lane / 16;
	LDMATRIX_X4(a, b, c, d, SHARED_ADDRESS(&tile[row][(chunk ^ row % 8) * 8])); // fact: ldmatrix 4/4
	out[lane] = a;
	out[lane + 32] = b;
	out[lane + 64] = c;
	out[lane + 96] = d;
}

/* Transposed on the way: the same rows are read. */
__global__ void load_x4_trans(const unsigned short *in, unsigned *out)
{
	__shared__ __align__(16) unsigned short tile[16][16];
	int lane = threadIdx.x;
	unsigned a, b, c, d;
	for (int i = 0; i < 8; i++)
		tile[lane / 16 + 2 * i][lane % 16] = in[lane + 32 * i]; // fact: store 8/8
	__syncthreads();
	LDMATRIX_X4_TRANS(a, b, c, d, SHARED_ADDRESS(&tile[lane % 16][lane / 16 * 8])); // fact: ldmatrix 8/4
	out[lane] = a;
	out[lane + 32] = b;
	out[lane + 64] = c;
	out[lane + 96] = d;
}

__global__ void store_x1_dense(const unsigned *in, unsigned short *out)
{
	__shared__ __align__(16) unsigned short tile[8][8];
	int lane = threadIdx.x;
	STMATRIX_X1(SHARED_ADDRESS(&tile[lane % 8][0]), in[lane]); // fact: stmatrix 1/1
	__syncthreads();
	for (int i = 0; i < 2; i++)
		out[lane + 32 * i] = tile[lane / 8 + 4 * i][lane % 8]; // fact: load 2/2
}

__global__ void store_x2_rows_of_32(const unsigned *in, unsigned short *out)
{
	__shared__ __align__(16) unsigned short tile[16][32];
	int lane = threadIdx.x;
	STMATRIX_X2(SHARED_ADDRESS(&tile[lane % 16][0]), in[lane], in[lane + 32]); // fact: stmatrix 8/2
	__syncthreads();
	for (int i = 0; i < 4; i++)
		out[lane + 32 * i] = tile[lane / 8 + 4 * i][lane % 8]; // fact: load 8/4
}

__global__ void store_x4_rows_of_64(const unsigned *in, unsigned short *out)
{
	__shared__ __align__(16) unsigned short tile[16][64];
	int lane = threadIdx.x;
	unsigned to = SHARED_ADDRESS(&tile[lane % 16][lane / 16 * 8]);
	STMATRIX_X4(to, in[lane], in[lane + 32], in[lane + 64], in[lane + 96]); // fact: stmatrix 32/4
	__syncthreads();
	for (int i = 0; i < 8; i++)
		out[lane + 32 * i] = tile[lane / 16 + 2 * i][lane % 16]; // fact: load 16/8
}

__global__ void store_x4_rows_of_72(const unsigned *in, unsigned short *out)
{
	__shared__ __align__(16) unsigned short tile[16][72];
	int lane = threadIdx.x;
	unsigned to = SHARED_ADDRESS(&tile[lane % 16][lane / 16 * 8]);
	STMATRIX_X4(to, in[lane], in[lane + 32], in[lane + 64], in[lane + 96]); // fact: stmatrix 4/4
	__syncthreads();
	for (int i = 0; i < 8; i++)
		out[lane + 32 * i] = tile[lane / 16 + 2 * i][lane % 16]; // fact: load 16/8
}

/* Element (row, column) of a tile of `width` columns that holds its own position. */
static unsigned pair_at(int row, int column, int width)
{
	unsigned low = row * width + column;
	return low | (low + 1) << 16;
}

/* What lane i % 32 holds of matrix i / 32, where matrices stand below one another (8 columns). */
static unsigned narrow(int i) { return pair_at(i / 32 * 8 + i % 32 / 4, i % 4 * 2, 8); }

/* The same for a 16x16 tile: matrices 0 and 1 are its left half, 2 and 3 the right one. */
static unsigned square(int i) { return pair_at(i / 32 % 2 * 8 + i % 32 / 4, i / 64 * 8 + i % 4 * 2, 16); }

static unsigned square_transposed(int i)
{
	int row = i % 4 * 2 + i / 32 % 2 * 8, column = i % 32 / 4 + i / 64 * 8;
	return unsigned(row * 16 + column) | unsigned((row + 1) * 16 + column) << 16;
}

int main()
{
	Array<unsigned short> halves(256), halves_out(256);
	Array<unsigned> fragments(128), fragments_out(128);
	auto position = [](int i) { return (unsigned short)i; };
	halves.upload();
	load_x1_dense<<<1, 32>>>(halves.device, fragments_out.device);
	expect("load_x1_dense", fragments_out, 32, narrow);
	load_x1_rows_of_64<<<1, 32>>>(halves.device, fragments_out.device);
	expect("load_x1_rows_of_64", fragments_out, 32, narrow);
	load_x2_rows_of_32<<<1, 32>>>(halves.device, fragments_out.device);
	expect("load_x2_rows_of_32", fragments_out, 64, narrow);
	load_x4_rows_of_16<<<1, 32>>>(halves.device, fragments_out.device);
	expect("load_x4_rows_of_16", fragments_out, 128, square);
	load_x4_rows_of_24<<<1, 32>>>(halves.device, fragments_out.device);
	expect("load_x4_rows_of_24", fragments_out, 128, square);
	load_x4_rows_of_64<<<1, 32>>>(halves.device, fragments_out.device);
	expect("load_x4_rows_of_64", fragments_out, 128, square);
	load_x4_rows_of_72<<<1, 32>>>(halves.device, fragments_out.device);
	expect("load_x4_rows_of_72", fragments_out, 128, square);
	load_x4_swizzled<<<1, 32>>>(halves.device, fragments_out.device);
	expect("load_x4_swizzled", fragments_out, 128, square);
	load_x4_trans<<<1, 32>>>(halves.device, fragments_out.device);
	expect("load_x4_trans", fragments_out, 128, square_transposed);

	for (int i = 0; i < 128; i++)
		fragments.host[i] = narrow(i);
	fragments.upload();
	store_x1_dense<<<1, 32>>>(fragments.device, halves_out.device);
	expect("store_x1_dense", halves_out, 64, position);
	store_x2_rows_of_32<<<1, 32>>>(fragments.device, halves_out.device);
	expect("store_x2_rows_of_32", halves_out, 128, position);
	for (int i = 0; i < 128; i++)
		fragments.host[i] = square(i);
	fragments.upload();
	store_x4_rows_of_64<<<1, 32>>>(fragments.device, halves_out.device);
	expect("store_x4_rows_of_64", halves_out, 256, position);
	store_x4_rows_of_72<<<1, 32>>>(fragments.device, halves_out.device);
	expect("store_x4_rows_of_72", halves_out, 256, position);
	return finish();
}

// libclang: 16
