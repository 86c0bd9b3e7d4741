/* Neighbouring words with a store between them: whether nvcc makes one access of both is not known. */

/* Two words a lane, two words apart: one access of 8 bytes is free of conflicts. */
__global__ void pairs(const int *in, int *out)
{
	__shared__ __align__(16) int data[64];
	__shared__ int other[32];
	int lane = threadIdx.x;
	data[lane] = in[lane];
	data[lane + 32] = in[lane + 32];
	__syncthreads();
	int left = data[2 * lane]; // expect: smem-merge-undecided up to 2-way bank conflict unless nvcc merges it: this load of 'data' takes up to 2 wavefronts where 1 would do
	other[lane] = left;
	int right = data[2 * lane + 1]; // expect: smem-merge-undecided as a part of accesses of 8 bytes it is free of conflicts
	__syncthreads();
	out[lane] = right + other[31 - lane];
}

/* Two words a lane, 32 words apart: all lanes are in one pair of banks, as 8 bytes or as 4. */
__global__ void columns(const int *in, int *out)
{
	__shared__ __align__(16) int data[32 * 32];
	__shared__ int other[32];
	int lane = threadIdx.x;
	for (int i = 0; i < 32; i++)
		data[32 * i + lane] = in[32 * i + lane];
	__syncthreads();
	int left = data[32 * lane]; // expect: smem-bank-conflict-load up to 32-way bank conflict: this load of 'data'
	other[lane] = left;
	int right = data[32 * lane + 1]; // expect: smem-bank-conflict-load up to 32-way bank conflict: this load of 'data'
	__syncthreads();
	out[lane] = right + other[31 - lane];
}

/* It is said that both are one. */
__global__ void said(const int *in, int *out)
{
	__shared__ int2 data[32];
	__shared__ int other[32];
	int lane = threadIdx.x;
	data[lane] = make_int2(in[lane], in[lane + 32]);
	__syncthreads();
	int2 both = data[lane];
	other[lane] = both.x;
	__syncthreads();
	out[lane] = both.y + other[31 - lane];
}

struct Body {
	float x, y, z, mass;
};

/* Whether nvcc unrolls a loop of 65 such iterations is not known: the words of `own`, which the loop does not
 * change, may be loaded before it, and as one access. */
__global__ void bodies(const Body *in, float *out, int n)
{
	__shared__ Body own[128], other[128];
	for (int i = threadIdx.x; i < n; i += 128) {
		float sum = 0;
		own[threadIdx.x] = in[i];
		other[threadIdx.x] = in[i + n];
		__syncthreads();
		for (int j = 0; j < 65; j++) {
			sum += own[threadIdx.x].mass + other[j].mass - // expect: smem-merge-undecided up to 4-way bank conflict unless nvcc merges it
			       own[threadIdx.x].x * other[j].x - // expect: smem-merge-undecided this load of 'own'
			       own[threadIdx.x].y * other[j].y - // expect: smem-merge-undecided this load of 'own'
			       own[threadIdx.x].z * other[j].z; // expect: smem-merge-undecided this load of 'own'
			out[j] = sum;
		}
		__syncthreads();
	}
}

void launch(const int *in, int *out)
{
	pairs<<<1, 32>>>(in, out);
	columns<<<1, 32>>>(in, out);
	said<<<1, 32>>>(in, out);
}

void launch_bodies(const Body *in, float *out, int n)
{
	bodies<<<1, 128>>>(in, out, n);
}
