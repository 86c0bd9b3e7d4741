/* Matrix fragments are moved by the distance between rows, an argument that grows with the rows: as a number, as a name, and of an
 * array with one dimension. */
#include <mma.h>
using namespace nvcuda;

enum { SIDE = 64 };

__global__ void product(const int *in, int *out)
{
	__shared__ __align__(32) half a[16][64];
	__shared__ __align__(32) half b[SIDE * SIDE];
	__shared__ __align__(32) float c[16][SIDE];
	int t = threadIdx.x;
	for (int i = 0; i < 16; i++)
		for (int k = 0; k < 2; k++)
			a[i][t + 32 * k] = __int2half_rn(in[i * 64 + t + 32 * k] & 7);
	for (int i = 0; i < SIDE * SIDE / 32; i++)
		b[i / 2 * SIDE + i % 2 * 32 + t] = __int2half_rn(in[i * 32 + t] & 7);
	__syncwarp();
	for (int n = 0; n < SIDE; n += 16) {
		wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
		wmma::fill_fragment(sum, 0.0f);
		for (int k = 0; k < 64; k += 16) {
			wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
			wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
			wmma::load_matrix_sync(left, &a[0][k], 64);
			wmma::load_matrix_sync(right, &b[k * SIDE + n], SIDE);
			wmma::mma_sync(sum, left, right, sum);
		}
		wmma::store_matrix_sync(&c[0][n], sum, SIDE, wmma::mem_row_major);
	}
	__syncwarp();
	for (int i = 0; i < 16; i++)
		for (int k = 0; k < 2; k++)
			out[i * 64 + t + 32 * k] = (int)c[i][t + 32 * k];
}

void launch(const int *in, int *out, int n)
{
	product<<<1, 32>>>(in, out);
}
