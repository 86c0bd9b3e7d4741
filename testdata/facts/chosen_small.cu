// Pointers that a condition moves, to elements of 1 and 2 bytes: NVVM makes selections of a branch that sets little, and knows what they
// are aligned to; of one that stays it does not, and ptxas makes requests of 8 bytes of shorts, and none of chars.
template <class T, int N> __device__ void fill(T *to, int value)
{
#pragma unroll
	for (int i = 0; i < N; i++)
		to[i] = (T)value; // fact: store 32/8 bound | store 32/8 bound | store 64/16 bound | store 64/16 bound | store 4/4 exact
}

template <class T, int N> __device__ void little(int *out, int n, T *tile)
{
	T *row = tile + threadIdx.x * N;
	if (n % 2 == 1)
		row += 1024;
	if (n > 0)
		fill<T, N>(row, n);
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x]; // fact: load 1/1 exact | load 1/1 exact
}

template <class T, int N> __device__ void much(int *out, int n, T *tile)
{
	T *row = tile + threadIdx.x * N;
	int a = n * 3, b = n * 5, c = n * 7, d = n * 9;
	if (n % 2 == 1) {
		row += 1024;
		a += n * n;
		b += n * 11;
		c += n * 13;
		d += n * 15;
	}
	if (n > 0)
		fill<T, N>(row, n);
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x] + a * b + (c ^ d); // fact: load 1/1 exact | load 1/1 exact | load 1/1 exact
}

__global__ void shorts(int *out, int n)
{
	__shared__ __align__(16) short tile[2048];
	little<short, 8>(out, n, tile);
}

__global__ void shorts_of_branch(int *out, int n)
{
	__shared__ __align__(16) short tile[2048];
	much<short, 8>(out, n, tile);
}

__global__ void chars(int *out, int n)
{
	__shared__ __align__(16) char tile[2048];
	little<char, 16>(out, n, tile);
}

__global__ void chars_of_branch(int *out, int n)
{
	__shared__ __align__(16) char tile[2048];
	much<char, 16>(out, n, tile);
}

__global__ void ints_of_branch(int *out, int n)
{
	__shared__ __align__(16) int tile[2048];
	much<int, 4>(out, n, tile);
}

// NVVM computes row[0] by itself, from a selection of two addresses, which ptxas does not see to be beside row[1].
__global__ void first_apart(int *out, int n)
{
	__shared__ int tile[2048];
	int *row = tile + threadIdx.x * 8;
	if (n > 5)
		row += 1024;
	row[0] = n; // fact: store 8/1 bound
	row[1] = n; // fact: store 8/1 bound
	row[2] = n; // fact: store 8/1 bound
	row[3] = n; // fact: store 8/1 bound
	row[4] = n; // fact: store 0/0 exact
	row[5] = n; // fact: store 0/0 exact
	row[6] = n; // fact: store 0/0 exact
	row[7] = n; // fact: store 8/4 exact
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x * n]; // fact: load 32/1 symbolic
}

void launch(const int *in, int *out, int n)
{
	shorts<<<1, 32>>>(out, n);
	shorts_of_branch<<<1, 32>>>(out, n);
	chars<<<1, 32>>>(out, n);
	chars_of_branch<<<1, 32>>>(out, n);
	ints_of_branch<<<1, 32>>>(out, n);
	first_apart<<<1, 32>>>(out, n);
}
