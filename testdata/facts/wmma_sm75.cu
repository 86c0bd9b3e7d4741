// flags: -arch=sm_75
/* Older GPUs lay fragments out in other ways. */
#include <mma.h>

using namespace nvcuda;

__global__ void one(half *out)
{
	__shared__ __align__(32) half tile[16 * 16];
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
	wmma::load_matrix_sync(a, tile, 16); // fact: load * unknown (the layout of the fragment is not documented)
	out[threadIdx.x] = a.x[0];
}

void launch_one(half *out)
{
	one<<<1, 32>>>(out);
}
// exit: 3
