/* Promises that cannot be kept, or read: each is named, left out, and nothing else is. */
// exit: 3

// smemlint: assume(n == 64, n < 5) // expect: problem assumption 'n < 5' contradicts 'n == 64'
__global__ void each_other(float *out, int n)
{
	__shared__ float s[128];
	out[threadIdx.x] = s[threadIdx.x * (n / 32)]; // fact: load 2/1 exact
}

// smemlint: assume(n == 64) // expect: problem assumption 'n == 64' contradicts the launch at
__global__ void the_launch(float *out, int n)
{
	extern __shared__ float s[];
	out[threadIdx.x] = s[threadIdx.x * n]; // fact: load 4/1 exact
}

// smemlint: assume(blockDim.x == 64) // expect: problem contradicts the launch at
__global__ void its_block(float *out)
{
	__shared__ float s[128];
	out[threadIdx.x] = s[threadIdx.x * (blockDim.x / 16)]; // fact: load 2/1 exact
}

// smemlint: assume(n % 8 == 8) // expect: problem assumption 'n % 8 == 8' can never hold
__global__ void itself(float *out, int n)
{
	__shared__ float s[32];
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 1/1 exact
}

// smemlint: assume(n % 8 == 3, n % 4 == 0) // expect: problem assumption 'n % 4 == 0' contradicts 'n % 8 == 3'
__global__ void residues(float *out, int n)
{
	extern __shared__ float s[];
	out[threadIdx.x] = s[threadIdx.x * n]; // fact: load 1/1 exact
}

// smemlint: assume(row < height, height <= row) // expect: problem assumption 'height <= row' contradicts 'row < height'
__global__ void relations(float *out, int height)
{
	__shared__ float s[64];
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < height)
		s[2 * threadIdx.x] = 1; // fact: store 2/1 exact
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 1/1 exact
}

// smemlint: assume(lane < 16) // expect: problem assumption 'lane < 16' does not hold at testdata/facts/assumptions_refuted.cu:54:6
__global__ void the_kernel(float *out)
{
	__shared__ float s[64];
	int lane = threadIdx.x;
	if (lane < 16)
		s[2 * lane] = 1; // fact: store 1/1 exact
	out[lane] = s[lane]; // fact: load 1/1 exact
}

// smemlint: assume(pitch == 8) // expect: problem assumption 'pitch == 8' does not hold at testdata/facts/assumptions_refuted.cu:63:14
__global__ void a_store(float *out)
{
	__shared__ float s[128];
	int pitch = 4;
	out[threadIdx.x] = s[threadIdx.x * pitch]; // fact: load 4/1 exact
}

struct Shape {
	int rows;
};

// smemlint: assume(m == 3, shape.columns > 2) // expect: problem 'm' is not a parameter or variable of kernel 'no_such_name'
__global__ void no_such_name(float *out, int n, Shape shape)
{
	__shared__ float s[32];
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 1/1 exact
}

// smemlint: assume(shape.columns > 2) // expect: problem 'shape' has no field 'columns'
__global__ void no_such_field(float *out, Shape shape)
{
	__shared__ float s[32];
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 1/1 exact
}

// smemlint: assume(f == 1) // expect: problem 'f' is not an integer
__global__ void no_integer(float *out, float f)
{
	__shared__ float s[32];
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 1/1 exact
}

// smemlint: assume(n == 8, n =) // expect: problem this assumption cannot be read: expected a comparison, not '='
__global__ void no_condition(float *out, int n)
{
	extern __shared__ float s[];
	out[threadIdx.x] = s[threadIdx.x * n]; // fact: load 8/1 exact
}

void launch(float *out, int n, Shape shape)
{
	each_other<<<1, 32>>>(out, n);
	the_launch<<<1, 32>>>(out, 4);
	its_block<<<1, 32>>>(out);
	itself<<<1, 32>>>(out, n);
	residues<<<1, 32>>>(out, n);
	relations<<<n, 32>>>(out, n);
	the_kernel<<<1, 32>>>(out);
	a_store<<<1, 32>>>(out);
	no_such_name<<<1, 32>>>(out, n, shape);
	no_such_field<<<1, 32>>>(out, shape);
	no_integer<<<1, 32>>>(out, 1.0f);
	no_condition<<<1, 32>>>(out, n);
}
