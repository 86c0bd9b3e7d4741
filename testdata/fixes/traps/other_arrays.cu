/* Functions whose subscripts would change are called with other arrays: in global memory, and where no launch here goes. */
static __device__ int element(const int *tile, int x, int y)
{
	return tile[x * 32 + y];
}

static __device__ int column(const int *tile, int x)
{
	int sum = 0;
	for (int i = 0; i < 32; i++)
		sum += tile[x * 32 + i];
	return sum;
}

__global__ void arrays(const int *in, int *out)
{
	__shared__ int a[1024]; // not fixed: a: 'element' gets other arrays, too
	__shared__ int b[1024];
	__shared__ int c[1024]; // not fixed: c: 'column' gets other arrays, too
	int t = threadIdx.x;
	for (int i = 0; i < 32; i++)
		a[i * 32 + t] = b[i * 32 + t] = c[i * 32 + t] = in[i * 32 + t];
	__syncthreads();
	int sum = column(c, t) + column(in, t);
	for (int i = 0; i < 32; i++)
		sum += element(a, t, i);
	if (blockDim.x == 64)
		sum += element(b, t, 0);
	out[t] = sum;
}

void launch(const int *in, int *out, int n)
{
	arrays<<<1, 32>>>(in, out);
}
