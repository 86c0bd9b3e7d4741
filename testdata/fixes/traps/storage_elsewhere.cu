/* Dynamic shared memory as a record, whose size others depend on. */
struct Counted {
	int a[32][32]; // not fixed: Counted::a: its type may be used elsewhere
	int n;
};

struct Taken {
	int a[32][32]; // not fixed: Taken::a: its kernel's address is taken
	int n;
};

struct Limited {
	int a[32][32]; // not fixed: Limited::a: cudaFuncSetAttribute may have to allow as much
	int n;
};

static __global__ void counted(const int *in, int *out)
{
	extern __shared__ __align__(16) char raw[];
	Counted &s = *reinterpret_cast<Counted *>(raw);
	int x = threadIdx.x, y = threadIdx.y;
	s.a[y][x] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = s.a[x][y] + (int)sizeof(Counted);
}

static __global__ void taken(const int *in, int *out)
{
	extern __shared__ __align__(16) char raw[];
	Taken &s = *reinterpret_cast<Taken *>(raw);
	int x = threadIdx.x, y = threadIdx.y;
	s.a[y][x] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = s.a[x][y];
}

static __global__ void limited(const int *in, int *out)
{
	extern __shared__ __align__(16) char raw[];
	Limited &s = *reinterpret_cast<Limited *>(raw);
	int x = threadIdx.x, y = threadIdx.y;
	s.a[y][x] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = s.a[x][y];
}

typedef void (*Kernel)(const int *, int *);
Kernel of_others()
{
	return taken;
}

void launch(const int *in, int *out, int n)
{
	counted<<<1, dim3(32, 32), sizeof(Counted)>>>(in, out);
	taken<<<1, dim3(32, 32), sizeof(Taken)>>>(in, out);
	cudaFuncSetAttribute(limited, cudaFuncAttributeMaxDynamicSharedMemorySize, 4100);
	limited<<<1, dim3(32, 32), sizeof(Limited)>>>(in, out);
}
