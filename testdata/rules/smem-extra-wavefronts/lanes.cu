/* More wavefronts than the bytes need, without a bank conflict.  The costs are those of an H200. */

/* Lanes 0-3 and 16-19 of a warp: two groups of 8 lanes, though one would do for 8 lanes. */
__global__ void few_lanes(const float4 *in, float *out)
{
	__shared__ __align__(16) float tile[16][16];
	int x = threadIdx.x, y = threadIdx.y;
	if (x < 4)
		((float4 *)tile[y])[x] = in[4 * y + x]; // expect: smem-extra-wavefronts 2 wavefronts where 1 would do, without a bank conflict: this store to 'tile'
	__syncthreads();
	out[16 * y + x] = tile[y][x];
}

/* The same 16-byte stores by neighbouring lanes. */
__global__ void neighbours(const float4 *in, float *out)
{
	__shared__ __align__(16) float tile[16][16];
	int i = 16 * threadIdx.y + threadIdx.x;
	if (i < 64)
		((float4 *)tile[i / 4])[i % 4] = in[i];
	__syncthreads();
	out[i] = tile[threadIdx.y][threadIdx.x];
}

/* Words of four rows of a matrix: the lanes copy from four cache lines. */
__global__ void rows(const float *__restrict__ in, float *out)
{
	__shared__ float tile[256];
	int i = 16 * threadIdx.y + threadIdx.x;
	unsigned to = (unsigned)__cvta_generic_to_shared(&tile[i]);
	asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + i / 8 * 256 + i % 8)); // expect: smem-extra-wavefronts copy from 4 cache lines of global memory
	asm volatile("cp.async.wait_all;");
	__syncthreads();
	out[i] = tile[255 - i];
}

/* Data choose one of two arrays.  If nvcc makes one load of both, lanes of both may conflict; each alone has no conflict. */
__global__ void branches(const int *in, int *out)
{
	__shared__ int left[32], right[32];
	int lane = threadIdx.x;
	left[lane] = in[lane];
	right[31 - lane] = in[lane + 32];
	__syncthreads();
	out[lane] = in[lane + 64] ? left[lane] // expect: smem-extra-wavefronts since the compiler may merge the accesses of both branches
				  : right[lane ^ 1]; // expect: smem-extra-wavefronts up to 2 wavefronts of all warps where 1 would do: this load of 'right'
}

void launch(const float4 *wide, const float *in, const int *ints, float *out, int *results)
{
	few_lanes<<<1, dim3(16, 16)>>>(wide, out);
	neighbours<<<1, dim3(16, 16)>>>(wide, out);
	rows<<<1, dim3(16, 16)>>>(in, out);
	branches<<<1, 32>>>(ints, results);
}
