/* Parts of an array that are not only subscripted, or that are not the array's only names. */
static __device__ void load(int *tile, const int *from)
{
	for (int i = threadIdx.x; i < 1024; i += blockDim.x)
		tile[(i % 32) * 32 + i / 32] = from[i];
}

__global__ void handed(const int *in, int *out)
{
	__shared__ int smem[2048];
	int *a = smem; // not fixed: a: 'load' gets other arrays, too
	int *b = smem + 1024; // not fixed: b: 'load' gets other arrays, too
	const int t = threadIdx.x;
	load(a, in);
	load(b, in + 1024);
	__syncthreads();
	int sum = 0;
	for (int i = 0; i < 32; i++)
		sum += a[t * 32 + i] - b[t * 32 + i];
	out[t] = sum;
}

__device__ int across(const int *p)
{
	return p[33];
}

__global__ void rows(const int *in, int *out)
{
	__shared__ int tile[32][32]; // not fixed: tile: its address is passed to 'across'
	const int t = threadIdx.x;
	int *row = tile[t];
	for (int i = 0; i < 32; i++)
		row[i] = in[t * 32 + i];
	__syncthreads();
	out[32 + t] = row[5] + (blockDim.x == 64 ? across(row) : 0);
}

__global__ void unseen(const int *in, int *out)
{
	__shared__ int smem[1056]; // not fixed: smem: it is accessed at a calculated address, which no launch here shows
	int *last = smem + 1024;
	const int t = threadIdx.x;
	for (int i = 0; i < 32; i++)
		smem[t * 32 + i] = in[t * 32 + i];
	if (blockDim.x == 64)
		smem[t + 1000] = 0;
	__syncthreads();
	last[t] = smem[t * 32 + 5];
	__syncthreads();
	out[64 + t] = last[t ^ 1];
}

void launch(const int *in, int *out, int n)
{
	handed<<<1, 32>>>(in, out);
	rows<<<1, 32>>>(in, out);
	unseen<<<1, 32>>>(in, out);
}
