/* Templates that tell a type's size or an array's length, where no launch here goes: longer rows change what they tell,
 * a swizzle does not. */
struct Both {
	int a[32][32]; // not fixed: s.a: a template gets it, which may depend on its length
	int b[32][32]; // not fixed: s.b: a template gets it, which may depend on its length
};

template <class T> static __device__ int size_of(T &t)
{
	return sizeof(T);
}

template <class T, int N> static __device__ int length_of(T (&)[N])
{
	return N;
}

static __global__ void record(const int *in, int *out)
{
	__shared__ Both s;
	const int x = threadIdx.x, y = threadIdx.y;
	s.a[y][x] = in[y * 32 + x];
	s.b[y][x] = in[y * 32 + x] + 1;
	__syncthreads();
	out[y * 32 + x] = s.a[x][y] + s.b[x][y];
	if (blockDim.y == 16)
		out[0] = size_of(s);
}

static __global__ void array(const int *in, int *out)
{
	__shared__ int tile[32][32];
	const int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = tile[x][y];
	if (blockDim.y == 16)
		out[0] = length_of(tile[0]);
}

void launch(const int *in, int *out, int n)
{
	record<<<1, dim3(32, 32)>>>(in, out);
	array<<<1, dim3(32, 32)>>>(in, out);
}
