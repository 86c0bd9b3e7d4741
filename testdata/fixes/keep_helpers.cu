/* Functions that get an element's address and see more than the element. */
__device__ int next(const int *p)
{
	return p[0] + p[1];
}

struct Cell {
	const int *at;
	__device__ int get() const { return *at; }
};

__device__ int kept(const int *p)
{
	Cell cell = { p };
	return cell.get();
}

__device__ int distance(const int *p, const int *q)
{
	return (int)(p - q);
}

__device__ unsigned number(const int *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__device__ void clear(int *p, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		p[i] = 0;
}

__global__ void functions(const int *in, int *out)
{
	__shared__ int a[32][32]; // not fixed: a: its address is passed to 'next'
	__shared__ int b[32][32]; // not fixed: b: its address is passed to 'kept'
	__shared__ int c[32][32]; // not fixed: c: its address is used as a value
	__shared__ int d[32][32]; // not fixed: d: its address is passed to 'number'
	__shared__ int e[32][32]; // not fixed: e: its address is passed to 'clear'
	int t = threadIdx.x, sum = 0, x;
	if (blockDim.x > 32)
		clear((int *)e, 1024);
	for (int i = 0; i < 32; i++)
		e[i][t] = a[i][t] = b[i][t] = c[i][t] = d[i][t] = in[i * 32 + t];
	__syncwarp();
	for (int k = 0; k < 31; k++) {
		sum += e[t][k] + next(&a[t][k]) + kept(&b[t][k]) + c[t][k] + distance(&c[t][k], &c[0][0]);
		asm volatile("ld.shared.b32 %0, [%1];" : "=r"(x) : "r"(number(&d[t][k]) + 4));
		sum += x;
	}
	out[t] = sum;
}

void launch(const int *in, int *out, int n)
{
	functions<<<1, 32>>>(in, out);
}
