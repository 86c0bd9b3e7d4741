/* Records whose layout others depend on, and arrays of bytes that are used otherwise, too. */
struct Shared {
	float a[32][32]; // not fixed: s.a: its type may be used elsewhere
	float b[32][32];
};

struct Seen {
	float a[32][32];
	float b[32][32];
};

struct Whole {
	float a[32][32]; // not fixed: s.a: its address is passed to 'clear'
	float b[32][32]; // not fixed: s.b: its address is passed to 'clear'
};

Shared on_host;

void fill()
{
	on_host.a[0][0] = 1;
}

__global__ void others_too(const int *in, int *out)
{
	__shared__ Shared s;
	int x = threadIdx.x, y = threadIdx.y;
	s.a[y][x] = s.b[y][x] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = s.a[x][y] + s.b[x][y];
}

static __global__ void as_bytes(const int *in, int *out)
{
	extern __shared__ __align__(16) char raw[]; // not fixed: raw: 'Seen &s = *reinterpret_cast<Seen *>(raw);' does not use it by subscripts
	Seen &s = *reinterpret_cast<Seen *>(raw);
	int x = threadIdx.x, y = threadIdx.y;
	reinterpret_cast<int *>(raw)[y * 32 + x] = 0;
	s.a[y][x] = s.b[y][x] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = s.a[x][y] + s.b[x][y];
}

static __device__ void clear(int *words, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		words[i] = 0;
}

static __global__ void as_words(const int *in, int *out)
{
	__shared__ Whole s;
	int x = threadIdx.x, y = threadIdx.y;
	if (blockDim.y < 32)
		clear(reinterpret_cast<int *>(&s), 2048);
	s.a[y][x] = s.b[y][x] = in[y * 32 + x];
	__syncthreads();
	if (blockDim.y == 16)
		*reinterpret_cast<float4 *>(&s.b[y][4 * (x % 8)]) = make_float4(0, 0, 0, 0);
	out[y * 32 + x] = s.a[x][y] + s.b[x][y];
}

void launch(const int *in, int *out, int n)
{
	others_too<<<1, dim3(32, 32)>>>(in, out);
	as_bytes<<<1, dim3(32, 32), sizeof(Seen)>>>(in, out);
	as_words<<<1, dim3(32, 32)>>>(in, out);
}
