/* Assumptions on runtime values, and what follows. */

__constant__ int pitch_of_all;

struct Shape {
	int rows, pitch;
};

// smemlint: assume(stride == 8)
__global__ void a_value(float *out, int stride)
{
	extern __shared__ float s[];
	s[threadIdx.x * stride] = 1; // fact: store 8/1 exact
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x * (stride + 1)]; // fact: load 1/1 exact
}

// smemlint: assume(odd % 2 == 1, even % 4 == 2)
__global__ void residues(float *out, int odd, int even)
{
	extern __shared__ float s[];
	s[threadIdx.x * odd] = 1; // fact: store 1/1 exact
	s[threadIdx.x * even] = 1; // fact: store 2/1 bound
	__syncthreads();
	/* Multiples of 4 that are 2 more: no shift of lanes within a row of banks. */
	out[threadIdx.x] = s[threadIdx.x + 8 * (even % 4)]; // fact: load 1/1 exact
}

// smemlint: assume(twice % 64 == 2 * 33 - 64, n == 2 * stride, stride == 5)
__global__ void in_terms_of_others(float *out, int twice, int n, int stride)
{
	extern __shared__ float s[];
	s[threadIdx.x * (twice / 2)] = 1; // fact: store 1/1 exact
	s[threadIdx.x * n] = 1;           // fact: store 2/1 exact
	out[threadIdx.x] = s[threadIdx.x * (n - stride - 1)]; // fact: load 4/1 exact
}

// smemlint: assume(pitch == 4 * blockDim.x, gridDim.x == 1)
__global__ void built_in(float *out, int pitch)
{
	extern __shared__ float s[];
	s[threadIdx.x * pitch] = 1; // fact: store 32/1 exact
	out[threadIdx.x] = s[threadIdx.x * (blockIdx.x + 1)]; // fact: load 1/1 exact
}

// smemlint: assume(shape.pitch == 16, pitch_of_all == 4)
__global__ void fields_and_constants(float *out, Shape shape)
{
	extern __shared__ float s[];
	s[threadIdx.x * shape.pitch] = 1; // fact: store 16/1 exact
	out[threadIdx.x] = s[threadIdx.x * pitch_of_all]; // fact: load 4/1 exact
}

/* The loop ends: four iterations of two warps. */
// smemlint: assume(n == 256)
__global__ void trip_count(const float *in, float *out, int n)
{
	__shared__ float s[256];
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		s[i] = in[i]; // fact: store 8/8 exact
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 2/2 exact
}

// smemlint: assume(n >= 64)
__global__ void range(float *out, int n)
{
	__shared__ float s[128];
	if (threadIdx.x < n)
		s[threadIdx.x] = 1; // fact: store 2/2 exact
	if (2 * n < threadIdx.x)
		s[threadIdx.x + 64] = 2;
	if (threadIdx.x + 1 < n)
		out[threadIdx.x] = s[threadIdx.x]; // fact: load 2/2 bound
}

__device__ bool inside(unsigned at, unsigned end)
{
	return at < end;
}

// smemlint: assume(row < height, col < width)
__global__ void guards(float *out, unsigned width, unsigned height)
{
	__shared__ float s[8][32];
	unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
	if (row >= height || col >= width)
		return;
	s[threadIdx.y][threadIdx.x] = 1; // fact: store 8/8 exact
	__syncthreads();
	if (inside(row, height))
		out[col] = s[threadIdx.y][threadIdx.x]; // fact: load 8/8 exact
	if (col + 1 <= width)
		out[row] = s[threadIdx.y][threadIdx.x]; // fact: load 8/8 exact
}

/* Of an index that comes from data: the comparison of the same names. */
// smemlint: assume(at < end)
__global__ void guarded_by_data(const int *list, float *out, int end)
{
	__shared__ float s[64];
	int at = list[threadIdx.x];
	if (at < end)
		s[threadIdx.x] = 1; // fact: store 2/2 exact
	if (end <= at)
		s[0] = 2;
	if (at < end - 1)
		out[threadIdx.x] = s[threadIdx.x]; // fact: load 2/2 bound
}

// smemlint: assume(pitch == 8, step % 2 == 1)
__global__ void local_variables(const int *sizes, float *out)
{
	extern __shared__ float s[];
	int pitch = sizes[0], step = sizes[1];
	s[threadIdx.x * pitch] = 1; // fact: store 8/1 exact
	out[threadIdx.x] = s[threadIdx.x * step]; // fact: load 1/1 exact
}

// smemlint: assume(wide, !transposed, mode != 0)
__global__ void flags(float *out, bool wide, bool transposed, int mode)
{
	__shared__ float s[32][32];
	if (wide)
		s[0][threadIdx.x] = 1; // fact: store 1/1 bound
	else
		s[threadIdx.x][0] = 1;
	if (transposed)
		s[threadIdx.x][1] = 1;
	if (mode)
		out[threadIdx.x] = s[threadIdx.x][0]; // fact: load 32/1 exact
}

/* An assumption on a variable does not hold for the test that ends its loop. */
// smemlint: assume(i < n)
__global__ void loops_end(float *out, int n)
{
	__shared__ float s[1024];
	for (int i = threadIdx.x; i < n; i += 32)
		s[i] = 1; // fact: store 1/1 bound
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 1/1 exact
}

template <typename T>
// smemlint: assume(pitch == 8)
__global__ void instances(T *out, int pitch)
{
	extern __shared__ double raw[];
	T *s = (T *)raw;
	out[threadIdx.x] = s[threadIdx.x * pitch]; // fact: load 8/1 | load 16/2
}

void launch(float *out, double *d, const int *list, int a, int b, Shape shape, bool f)
{
	a_value<<<1, 32>>>(out, a);
	residues<<<1, 32>>>(out, a, b);
	in_terms_of_others<<<1, 32>>>(out, a, b, a);
	built_in<<<a, 32>>>(out, a);
	fields_and_constants<<<1, 32>>>(out, shape);
	trip_count<<<1, 64>>>(out, out, a);
	range<<<1, 64>>>(out, a);
	guards<<<a, dim3(32, 8)>>>(out, a, b);
	guarded_by_data<<<1, 64>>>(list, out, a);
	local_variables<<<1, 32>>>(list, out);
	flags<<<1, 32>>>(out, f, f, a);
	loops_end<<<1, 32>>>(out, a);
	instances<float><<<1, 32>>>(out, a);
	instances<double><<<1, 32>>>(d, a);
}
