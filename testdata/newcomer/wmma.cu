// Each of four warps multiplies 16 rows of A by B with wmma, both from shared memory.
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

__global__ void product(const half *a, const half *b, float *c)
{
	__shared__ half as[64][64], bs[64][16];
	for (int i = threadIdx.x; i < 64 * 64; i += blockDim.x)
		as[i / 64][i % 64] = a[i];
	for (int i = threadIdx.x; i < 64 * 16; i += blockDim.x)
		bs[i / 16][i % 16] = b[i];
	__syncthreads();
	int warp = threadIdx.x / 32;
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
	wmma::fill_fragment(sum, 0.0f);
	for (int k = 0; k < 64; k += 16) {
		wmma::load_matrix_sync(fa, &as[16 * warp][k], 64);
		wmma::load_matrix_sync(fb, &bs[k][0], 16);
		wmma::mma_sync(sum, fa, fb, sum);
	}
	wmma::store_matrix_sync(c + 16 * 16 * warp, sum, 16, wmma::mem_row_major);
}

void launch(const half *a, const half *b, float *c)
{
	product<<<1, 128>>>(a, b, c);
}
