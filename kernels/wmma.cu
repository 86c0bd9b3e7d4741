/* Tensor-core fragments by the wmma functions.  Their loads and stores of shared memory are made by the
 * compiler inside the toolkit's headers; a profiler puts them to the lines below. */
#include "harness.h"
#include <mma.h>

using namespace nvcuda;

/* Multiplies the 16x16 matrix `in` by itself, through shared tiles with these distances between rows. */
template <int ROW_AB, int ROW_C> __device__ void square(const half *in, float *out)
{
	__shared__ __align__(32) half tile[16 * ROW_AB];
	__shared__ __align__(32) float result[16 * ROW_C];
	int lane = threadIdx.x;
	for (int i = lane; i < 256; i += 32)
		tile[i / 16 * ROW_AB + i % 16] = in[i];
	__syncthreads();
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
	wmma::fill_fragment(c, 0.0f);
	wmma::load_matrix_sync(a, tile, ROW_AB);
	wmma::load_matrix_sync(b, tile, ROW_AB);
	wmma::mma_sync(c, a, b, c);
	wmma::store_matrix_sync(result, c, ROW_C, wmma::mem_row_major);
	__syncthreads();
	for (int i = lane; i < 256; i += 32)
		out[i] = result[i / 16 * ROW_C + i % 16];
}

__global__ void rows_of_16(const half *in, float *out) { square<16, 16>(in, out); }
__global__ void rows_of_24(const half *in, float *out) { square<24, 20>(in, out); }
__global__ void rows_of_64(const half *in, float *out) { square<64, 64>(in, out); }
__global__ void rows_of_72(const half *in, float *out) { square<72, 68>(in, out); }

/* The matrix of i % 7, small whole numbers: the product is exact. */
static float product(int i)
{
	int sum = 0;
	for (int k = 0; k < 16; k++)
		sum += (i / 16 * 16 + k) % 7 * ((k * 16 + i % 16) % 7);
	return float(sum);
}

int main()
{
	Array<half> in(256);
	Array<float> out(256);
	for (int i = 0; i < 256; i++)
		in.host[i] = __float2half(float(i % 7));
	in.upload();
	rows_of_16<<<1, 32>>>(in.device, out.device);
	expect("rows_of_16", out, 256, product);
	rows_of_24<<<1, 32>>>(in.device, out.device);
	expect("rows_of_24", out, 256, product);
	rows_of_64<<<1, 32>>>(in.device, out.device);
	expect("rows_of_64", out, 256, product);
	rows_of_72<<<1, 32>>>(in.device, out.device);
	expect("rows_of_72", out, 256, product);
	return finish();
}
