// A file without a main(): its kernels are launched with arrays and numbers that are made up.

struct Matrix {
	float *data;
	int rows, columns;
};

struct Particle {
	double mass;
	const float *weights;
	unsigned char kind;
};

// smemlint: block(32, 8)
__global__ void transposed(float *out, const float *in, int n)
{
	__shared__ float tile[32][32];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	for (int j = 0; j < 32 && x < n; j += 8)
		tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x]; // fact: store 32/32
	__syncthreads();
	for (int j = 0; j < 32; j += 8)
		out[(blockIdx.x * 32 + threadIdx.y + j) * n + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y + j]; // fact: load 1024/32 exact
}

// The assumption holds.
// smemlint: assume(n % 48 == 0, m.rows == n + 1, n > 1000)
// smemlint: block(64)
__global__ void promised(Matrix m, int n)
{
	__shared__ float s[128];
	s[threadIdx.x * 2 % 128] = m.data[threadIdx.x]; // fact: store 4/2 exact
	__syncthreads();
	if (m.rows == n + 1 && n % 48 == 0 && n > 1000)
		m.data[threadIdx.x] = s[threadIdx.x]; // fact: load 2/2 exact
}

// With 1024 it accesses memory beyond the array, with 64 it does not.
// smemlint: block(32)
__global__ void cubes(int *cube, int n)
{
	__shared__ int s[32];
	s[threadIdx.x] = cube[(n - 1) * n * n + threadIdx.x]; // fact: store 1/1 exact
	cube[threadIdx.x] = s[31 - threadIdx.x]; // fact: load 1/1 exact
}

// Pointers in what pointers point to; bytes, records.
template <class T, int N> __global__ void records(T *particles, int **rows, bool flag, unsigned char bits, T first)
{
	__shared__ double mass[N];
	mass[threadIdx.x] = particles[threadIdx.x].mass + particles[1].weights[threadIdx.x] + rows[2][threadIdx.x] + first.weights[3]; // fact: store 2/2 exact
	__syncthreads();
	if (flag && bits)
		particles[threadIdx.x].mass = mass[threadIdx.x * 2 % N]; // fact: load 4/2
}

void launch(Particle *particles, int **rows, Particle first)
{
	records<Particle, 32><<<1, 32>>>(particles, rows, true, 7, first);
}

// Of an argument that two launches give, values that were tried.
__global__ void one_of_two(const int *in, int *out, int stride)
{
	__shared__ int data[256];
	data[threadIdx.x] = in[threadIdx.x]; // fact: store 1/1 exact
	out[threadIdx.x] = data[threadIdx.x * stride]; // fact: load 8/1 symbolic
}

void launch(const int *in, int *out)
{
	one_of_two<<<1, 32>>>(in, out, 2);
	one_of_two<<<1, 32>>>(in, out, 8);
}
