// Loops with #pragma unroll that may be left before their last iteration, whose step changes more than the counter, or that call what
// they were given: nvcc unrolls all of them, and what an iteration accesses is merged as straight-line code.
#define ROW 8

__device__ int *row_of(int *tile) { return tile + threadIdx.x * ROW; }

__global__ void left_at_the_end(int *out, int n)
{
	__shared__ __align__(16) int tile[32 * ROW];
	int *row = row_of(tile);
#pragma unroll
	for (int i = 0; i < ROW / 4; i++) {
		row[4 * i] = n; // fact: store 0/0 exact
		row[4 * i + 1] = n; // fact: store 0/0 exact
		row[4 * i + 2] = n; // fact: store 0/0 exact
		row[4 * i + 3] = n; // fact: store 16/8 exact
		if (out[i] == n)
			break;
	}
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x]; // fact: load 1/1 exact
}

__global__ void left_at_the_begin(int *out, int n)
{
	__shared__ __align__(16) int tile[32 * ROW];
	int *row = row_of(tile);
#pragma unroll
	for (int i = 0, k = n; i < ROW / 2; i++, k--) {
		if (k == 3) {
			k--;
			break;
		}
		row[2 * i] = k; // fact: store 0/0 bound
		row[2 * i + 1] = k; // fact: store 32/8 bound
	}
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x]; // fact: load 1/1 exact
}

// Two iterations are no straight line, though they follow each other.
__global__ void left_between(int *out, int n)
{
	__shared__ __align__(16) int tile[32 * ROW];
	int *row = row_of(tile);
#pragma unroll
	for (int i = 0; i < ROW; i++) {
		row[i] = n; // fact: store 64/8 bound
		if (out[i] == n)
			return;
	}
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x]; // fact: load 1/1 exact
}

template <class Function> __device__ void apply(Function function, int *row, int value) { function(row[0], row[1], value); }
__device__ void set_both(int &a, int &b, int value)
{
	a = value; // fact: store 0/0 bound
	b = value; // fact: store 16/8 bound
}

__global__ void given(int *out, int n)
{
	__shared__ __align__(16) int tile[32 * ROW];
	int *row = row_of(tile);
#pragma unroll
	for (int i = 0; i < ROW / 2; i++)
		apply(set_both, row + 2 * i, n);
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x]; // fact: load 1/1 exact
}

template <int DEPTH> __device__ void deep(int *row, int value)
{
	if constexpr (DEPTH == 0)
		row[0] = value; // fact: store 16/8 exact
	else
		deep<DEPTH - 1>(row, value);
}

__global__ void called(int *out, int n)
{
	__shared__ __align__(16) int tile[32 * ROW];
	int *row = row_of(tile);
#pragma unroll
	for (int i = 0; i < ROW; i++)
		deep<20>(row + i, n);
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x]; // fact: load 1/1 exact
}

__device__ int of_gcd(int a, int b)
{
	while (true) {
		if (!a)
			return b;
		const int rest = b % a;
		b = a;
		a = rest;
	}
}

// The trip count of a loop inside is not known: that of the outer one is, and nvcc makes copies of both.
__global__ void with_a_loop_inside(int *out, int n)
{
	__shared__ __align__(16) int tile[32 * ROW];
	int *row = row_of(tile);
#pragma unroll
	for (int i = 0; i < 2; i++) {
		const int by = of_gcd(out[i], n);
		row[4 * i] = by; // fact: store 0/0 exact
		row[4 * i + 1] = by; // fact: store 0/0 exact
		row[4 * i + 2] = by; // fact: store 0/0 exact
		row[4 * i + 3] = by; // fact: store 16/8 exact
	}
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x]; // fact: load 1/1 exact
}

void launch(const int *in, int *out, int n)
{
	left_at_the_end<<<1, 32>>>(out, 1000);
	left_at_the_begin<<<1, 32>>>(out, 1000);
	left_between<<<1, 32>>>(out, 1001);
	given<<<1, 32>>>(out, 1000);
	called<<<1, 32>>>(out, 1000);
	with_a_loop_inside<<<1, 32>>>(out, 1000);
}
