/* unsafe fixes
 * not fixed: a: does not use it by subscripts
 * not fixed: b: does not use it by subscripts
 * not fixed: c: does not use it by subscripts */
__global__ void subscripted(const int *in, int *out)
{
	__shared__ int a[1024];
	int t = threadIdx.x;
	for (int i = 0; i < 32; i++)
		a[i * 32 + t] = in[i * 32 + t];
	__syncthreads();
	for (int i = 0; i < 32; i++)
		out[i * 32 + t] = (a + t * 32)[i];
}

__global__ void difference(const int *in, int *out, int n)
{
	__shared__ int b[1024];
	int t = threadIdx.x;
	for (int i = 0; i < 32; i++)
		b[i * 32 + t] = in[i * 32 + t];
	__syncthreads();
	for (int i = 0; i < 16; i++)
		atomicAdd(b + t * 32 + i - t / 31 * 32, in[i]);
	out[t] = b[t];
}

__global__ void bytes(const int *in, int *out)
{
	__shared__ int c[1024];
	int t = threadIdx.x;
	for (int i = 0; i < 32; i++)
		c[i * 32 + t] = in[i * 32 + t];
	__syncthreads();
	for (int i = 0; i < 32; i++)
		out[i * 32 + t] = *(int *)((char *)(c + t * 32) + i * 4);
}

void launch(const int *in, int *out, int n)
{
	subscripted<<<1, 32>>>(in, out);
	difference<<<1, 32>>>(in, out, n);
	bytes<<<1, 32>>>(in, out);
}
