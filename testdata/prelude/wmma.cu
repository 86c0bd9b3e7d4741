#include <mma.h>

using namespace nvcuda;

__global__ void multiply(const half *a, const half *b, float *c) {
	__shared__ half sa[16][16 + 8];
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
	sa[threadIdx.x / 16][threadIdx.x % 16] = a[threadIdx.x];
	__syncthreads();
	wmma::fill_fragment(fc, 0.0f);
	wmma::load_matrix_sync(fa, &sa[0][0], 24);
	wmma::load_matrix_sync(fb, b, 16);
	wmma::mma_sync(fc, fa, fb, fc);
	for (int i = 0; i < fc.num_elements; i++)
		fc.x[i] *= 2.f;
	wmma::load_matrix_sync(fc, c, 16, wmma::mem_row_major);
	wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}

__global__ void integers(const signed char *a, const signed char *b, int *c) {
	wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fb;
	wmma::fragment<wmma::accumulator, 16, 16, 16, int> fc;
	wmma::fill_fragment(fc, 0);
	wmma::load_matrix_sync(fa, a, 16);
	wmma::load_matrix_sync(fb, b, 16);
	wmma::mma_sync(fc, fa, fb, fc);
	wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}

int main() {
	multiply<<<1, 32>>>(nullptr, nullptr, nullptr);
}
