/* The stride between lanes is an argument: 32-way where it is a multiple of 32, free where it is odd. */

__global__ void columns(const int *in, int *out, int n)
{
	extern __shared__ int tile[];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y * n + x] = in[x]; // fact: store 8/8 exact
	__syncthreads();
	out[y * 32 + x] = tile[x * n + y]; // expect: smem-runtime-stride up to 32-way bank conflict, depending on 'n'
}

__global__ void fields(const int *in, int *out, int n)
{
	extern __shared__ int tile[];
	int lane = threadIdx.x;
	tile[lane * (n * 4)] = in[lane]; // expect: smem-runtime-stride up to 32-way bank conflict, depending on 'n'
	__syncthreads();
	out[lane] = tile[lane + n]; // fact: load 1/1 exact
}

/* Every n gives a permutation of the even words. */
__global__ void permuted(int *out, int n)
{
	__shared__ int tile[64];
	int at = threadIdx.x;
	for (int i = 0; i < n; i++)
		at = (at * 5 + 3) & 31;
	out[threadIdx.x] = tile[2 * at]; // expect: smem-runtime-stride up to 2-way bank conflict: this load
}

/* Values without a name, of which nothing can be assumed. */
__global__ void zoomed(const int *in, int *out, int n)
{
	extern __shared__ int tile[];
	float ratio = (float)n / 3;
	int width = (int)ceilf(blockIdx.x * ratio) - (int)floorf(blockIdx.y * ratio);
	tile[threadIdx.y * width + threadIdx.x] = in[threadIdx.x]; // expect: smem-runtime-stride up to 2-way bank conflict, depending on runtime values:
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x]; // fact: load 4/4 exact
}

void launch(const int *in, int *out, int n)
{
	columns<<<1, dim3(32, 8), 32 * n * sizeof(int)>>>(in, out, n);
	fields<<<1, 32, 128 * n * sizeof(int)>>>(in, out, n);
	permuted<<<1, 32>>>(out, n);
	zoomed<<<1, dim3(16, 8), 8192>>>(in, out, n);
}
