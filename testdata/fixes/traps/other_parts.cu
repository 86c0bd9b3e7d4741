/* A part that gets longer moves those behind it: what goes from one to another by a pointer would not. */
__global__ void cleared(const int *in, int *out)
{
	__shared__ int smem[2080];
	int *a = smem, *b = smem + 1024, *c = b + 1024; // not fixed: b: of a pointer that divides its memory a cast gives its elements another type
	const int t = threadIdx.x;
	if (t == 0)
		memset(a, 0, sizeof(int) * 2080);
	__syncthreads();
	for (int i = 0; i < 32; i++)
		b[t * 32 + i] = in[t * 32 + i];
	__syncthreads();
	int sum = c[t] + a[t];
	for (int i = 0; i < 32; i++)
		sum += b[t * 32 + (i ^ 1)];
	out[t] = sum;
}

__global__ void across(const int *in, int *out)
{
	__shared__ int smem[2080];
	int *a = smem, *b = smem + 1024, *c = b + 1024; // not fixed: b: its memory is accessed where no launch here goes
	const int t = threadIdx.x;
	if (blockDim.x == 64)
		for (int i = t; i < 2080; i += 64)
			a[i] = 0;
	for (int i = 0; i < 32; i++)
		b[t * 32 + i] = in[t * 32 + i];
	__syncthreads();
	c[t] = a[t] = 1;
	__syncthreads();
	int sum = c[t ^ 1] + a[t ^ 1];
	for (int i = 0; i < 32; i++)
		sum += b[t * 32 + (i ^ 1)];
	out[32 + t] = sum;
}

void launch(const int *in, int *out, int n)
{
	cleared<<<1, 32>>>(in, out);
	across<<<1, 32>>>(in, out);
}
