/* Matrix fragments.  Which instructions nvcc makes of them stands in analyzer/eval/exec/fragments.def. */
#include <mma.h>

using namespace nvcuda;
using wmma::accumulator;
using wmma::col_major;
using wmma::matrix_a;
using wmma::matrix_b;
using wmma::row_major;

template <class Use, class T, class Layout> using Square = wmma::fragment<Use, 16, 16, 16, T, Layout>;
template <class T> using Sum = wmma::fragment<accumulator, 16, 16, 16, T>;

/* Four matrices of eight rows by 16 bytes, a wavefront each if the rows are on different banks: rows of 8 words
 * come round after four, rows of 12 words after eight, rows of 32 words are all on the same banks.  Transposed
 * reading changes nothing of it. */
__global__ void halves(half *out)
{
	__shared__ __align__(32) half tile[16 * 64];
	Square<matrix_a, half, row_major> a;
	Square<matrix_b, half, row_major> b;
	wmma::load_matrix_sync(a, tile, 16); // fact: ldmatrix 8/4 exact
	wmma::load_matrix_sync(b, tile, 24); // fact: ldmatrix 4/4 exact
	wmma::load_matrix_sync(a, tile + 16, 64); // fact: ldmatrix 32/4 exact
	wmma::load_matrix_sync(a, out, 64);
	Sum<half> c;
	wmma::load_matrix_sync(c, tile, 16, wmma::mem_row_major); // fact: load 8/4 exact
	wmma::store_matrix_sync(tile, c, 24, wmma::mem_col_major); // fact: store 4/4 exact
	wmma::store_matrix_sync(out, c, 24, wmma::mem_col_major);
}

/* 32 rows by 16 are eight matrices, 16 by 8 two. */
__global__ void oblong_halves(half *out)
{
	__shared__ __align__(32) half tile[32 * 64];
	wmma::fragment<matrix_a, 32, 8, 16, half, row_major> tall;
	wmma::fragment<matrix_b, 32, 8, 16, half, row_major> narrow;
	wmma::fragment<matrix_b, 8, 32, 16, half, row_major> wide;
	wmma::load_matrix_sync(tall, tile, 16); // fact: ldmatrix 16/8 exact
	wmma::load_matrix_sync(narrow, tile, 16); // fact: ldmatrix 4/2 exact
	wmma::load_matrix_sync(wide, tile, 32); // fact: ldmatrix 32/8 exact
	wmma::load_matrix_sync(wide, tile, 40); // fact: ldmatrix 8/8 exact
	out[threadIdx.x] = tall.x[0] + narrow.x[0] + wide.x[0];
}

/* Accumulators by rows: four accesses of 8 bytes, in half a warp four rows of 8 words.  Rows of 16 words: every
 * other one is on the same banks.  By columns: eight accesses of 4 bytes; lanes t are on columns 2t. */
__global__ void sums(float *out)
{
	__shared__ __align__(32) float tile[32 * 36];
	Sum<float> c;
	wmma::load_matrix_sync(c, tile, 16, wmma::mem_row_major); // fact: load 16/8 exact
	wmma::load_matrix_sync(c, tile, 24, wmma::mem_row_major); // fact: load 8/8 exact
	wmma::store_matrix_sync(tile, c, 32, wmma::mem_row_major); // fact: store 32/8 exact
	wmma::store_matrix_sync(tile, c, 16, wmma::mem_col_major); // fact: store 32/8 exact
	wmma::store_matrix_sync(tile, c, 20, wmma::mem_col_major); // fact: store 8/8 exact
	wmma::fragment<accumulator, 8, 32, 16, float> flat; // computed transposed
	wmma::store_matrix_sync(tile, flat, 8, wmma::mem_col_major); // fact: store 8/8 exact
	wmma::store_matrix_sync(tile, flat, 32, wmma::mem_row_major); // fact: store 32/8 exact
	wmma::store_matrix_sync(tile, flat, 36, wmma::mem_row_major); // fact: store 8/8 exact
	out[threadIdx.x] = c.x[0];
}

/* Bytes along k are read as matrices of 16-byte rows, across it one by one: lanes t of four lines each. */
__global__ void bytes(int *out)
{
	__shared__ __align__(32) signed char tile[16 * 32];
	__shared__ __align__(32) int sum[16 * 16];
	Square<matrix_a, signed char, row_major> a;
	Square<matrix_a, signed char, col_major> across;
	Sum<int> c;
	wmma::load_matrix_sync(a, tile, 16); // fact: ldmatrix 2/2 exact
	wmma::load_matrix_sync(a, tile, 32); // fact: ldmatrix 4/2 exact
	wmma::load_matrix_sync(across, tile, 16); // fact: load 16/8 exact
	wmma::load_matrix_sync(across, tile, 32); // fact: load 32/8 exact
	wmma::store_matrix_sync(sum, c, 16, wmma::mem_row_major); // fact: store 16/8 exact
	out[threadIdx.x] = a.x[0] + across.x[0];
}

__global__ void small_integers(int *out)
{
	__shared__ __align__(32) unsigned tile[8 * 8];
	wmma::fragment<matrix_a, 8, 8, 32, wmma::experimental::precision::u4, row_major> a;
	wmma::fragment<matrix_b, 8, 8, 128, wmma::experimental::precision::b1, col_major> b;
	wmma::fragment<accumulator, 8, 8, 32, int> c;
	wmma::load_matrix_sync(a, tile, 32); // fact: ldmatrix 1/1 exact
	wmma::load_matrix_sync(a, tile, 64); // fact: ldmatrix 2/1 exact
	wmma::load_matrix_sync(b, tile, 128); // fact: ldmatrix 1/1 exact
	wmma::store_matrix_sync((int *)tile, c, 8, wmma::mem_row_major); // fact: store 2/2 exact
	out[threadIdx.x] = c.x[0];
}

/* These are read word by word: four words of a row by eight rows. */
__global__ void other_floats(float *out)
{
	__shared__ __align__(32) __nv_bfloat16 brains[16 * 24];
	__shared__ __align__(32) float tile[16 * 20];
	Square<matrix_b, __nv_bfloat16, col_major> b;
	wmma::load_matrix_sync(b, brains, 16); // fact: load 8/4 exact
	wmma::load_matrix_sync(b, brains, 24); // fact: load 4/4 exact
	wmma::fragment<matrix_a, 16, 16, 8, wmma::precision::tf32, row_major> a;
	wmma::fragment<matrix_a, 16, 16, 8, wmma::precision::tf32, col_major> across;
	wmma::load_matrix_sync(a, tile, 8); // fact: load 8/4 exact
	wmma::load_matrix_sync(a, tile, 12); // fact: load 4/4 exact
	wmma::load_matrix_sync(across, tile, 16); // fact: load 8/4 exact
	out[threadIdx.x] = a.x[0] + across.x[0];
}

__global__ void doubles(double *out)
{
	__shared__ __align__(32) double tile[8 * 12];
	wmma::fragment<matrix_a, 8, 8, 4, double, row_major> a;
	wmma::fragment<accumulator, 8, 8, 4, double> c;
	wmma::load_matrix_sync(a, tile, 4); // fact: load 2/2 exact
	wmma::load_matrix_sync(a, tile, 8); // fact: load 4/2 exact
	wmma::store_matrix_sync(tile, c, 8, wmma::mem_row_major); // fact: store 4/4 exact
	wmma::store_matrix_sync(tile, c, 10, wmma::mem_col_major); // fact: store 4/4 exact
	out[threadIdx.x] = a.x[0];
}

/* A distance that is known at run time only is a multiple of 16 bytes; a layout is one of two. */
__global__ void at_run_time(half *out, int distance, wmma::layout_t layout)
{
	__shared__ __align__(32) half tile[16 * 64];
	Square<matrix_a, half, row_major> a;
	Sum<half> c;
	wmma::load_matrix_sync(a, tile, distance); // fact: ldmatrix 32/4 symbolic
	wmma::store_matrix_sync(tile, c, 16, layout); // fact: store * unknown (the layout is known at run time)
	wmma::store_matrix_sync(out, c, 16, layout);
}

/* One tile a warp; both warps take 8 and 4. */
__global__ void by_warp(half *out)
{
	extern __shared__ __align__(32) half tiles[];
	const half *mine = tiles + threadIdx.x / 32 * 256;
	Square<matrix_a, half, row_major> a;
	for (int k = 0; k < 2; k++)
		wmma::load_matrix_sync(a, mine + k * 512, 16); // fact: ldmatrix 32/16 exact
	out[threadIdx.x] = a.x[0];
}

void launch_all(half *h, float *f, int *i, double *d, int n, wmma::layout_t layout)
{
	halves<<<1, 32>>>(h);
	oblong_halves<<<1, 32>>>(h);
	sums<<<1, 32>>>(f);
	bytes<<<1, 32>>>(i);
	small_integers<<<1, 32>>>(i);
	other_floats<<<1, 32>>>(f);
	doubles<<<1, 32>>>(d);
	at_run_time<<<1, 32>>>(h, n, layout);
	by_warp<<<1, 64, 2048>>>(h);
}
// exit: 3
