/* Device functions, templates, pointers and references into shared memory. */

__device__ int at(const int *row, int column)
{
	return row[column]; // fact: load 33/2 exact
}

__device__ int through(const int *tile, int row, int column)
{
	return at(tile + row * 32, column);
}

/* Two calls deep, once along a row and once down a column. */
__global__ void two_deep(const int *in, int *out)
{
	__shared__ int tile[32 * 32];
	int lane = threadIdx.x;
	tile[lane * 32] = in[lane]; // fact: store 32/1 exact
	__syncthreads();
	out[lane] = through(tile, 3, lane) + through(tile, lane, 3);
}

__device__ void put(int *to, int value)
{
	*to = value; // fact: store 8/1 exact
}

/* The function gets the address itself, from an array of two dimensions. */
__global__ void address_of_element(const int *in, int *out)
{
	__shared__ int tile[32][8];
	int lane = threadIdx.x;
	put(&tile[lane][1], in[lane]);
	__syncthreads();
	out[lane] = *tile[lane / 8]; // fact: load 1/1 exact
}

__device__ int &element(int *base, int index) { return base[index * 2]; }

__global__ void references(const int *in, int *out)
{
	__shared__ int data[64];
	int lane = threadIdx.x;
	element(data, lane) = in[lane]; // fact: store 2/1 exact
	__syncthreads();
	int &mine = data[lane ^ 1];
	int(&all)[64] = data;
	int got = mine; // fact: load 1/1 exact
	got += all[2 * (31 - lane)]; // fact: load 2/1 exact
	out[lane] = got;
}

template <typename T, int N> __device__ T take(const T (&tile)[N][N], int row, int column)
{
	return tile[row][column]; // fact: load 1024/32 exact
}

template <typename T, int N, bool SWIZZLED> __global__ void tile_of(const int *in, int *out)
{
	__shared__ T tile[N][N];
	int x = threadIdx.x % N, y = threadIdx.x / N;
	for (; y < N; y += blockDim.x / N)
		tile[y][SWIZZLED ? (x + y) % N : x] = (T)in[y * N + x]; // fact: store 32/32 exact
	__syncthreads();
	for (y = threadIdx.x / N; y < N; y += blockDim.x / N)
		out[y * N + x] = take(tile, x, y / 2 * 2);
}

template <typename T> __global__ void of_type(const int *in, int *out)
{
	__shared__ T data[256];
	int tid = threadIdx.x;
	data[tid * 4] = (T)in[tid]; // fact: store 8/2 exact block 64,1,1
	__syncthreads();
	out[tid] = (int)data[255 - tid * 4]; // fact: load 8/2 exact block 64,1,1
}

/* A pointer in a local variable, moved on in a loop. */
__global__ void walking_pointer(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x, sum = 0;
	int *p = data + lane;
	for (int i = 0; i < 4; i++, p += 32)
		*p = in[i]; // fact: store 4/4 exact
	__syncthreads();
	const int *q = &data[lane * 16];
#pragma unroll 1
	for (int i = 0; i < 3; i++)
		sum += *q++ * in[i]; // fact: load 48/3 exact
	sum += q[-2]; // fact: load 16/1 bound
	q -= lane;
	sum += *(q + 5); // fact: load 1/1 exact
	out[lane] = sum;
}

/* Two buffers that change places. */
__global__ void double_buffer(const int *in, int *out)
{
	__shared__ int a[64], b[64];
	int lane = threadIdx.x;
	int *from = a, *to = b;
	from[lane] = in[lane]; // fact: store 1/1 exact
	for (int i = 0; i < 2; i++) {
		__syncthreads();
		to[lane * 2] = from[lane] + in[i]; // fact: load 2/2 exact | store 4/2 exact
		int *swap = from;
		from = to;
		to = swap;
	}
	__syncthreads();
	out[lane] = from[lane * 2]; // fact: load 2/1 exact
}

/* The pointer depends on the lane: two arrays in one request. */
__global__ void chosen_pointer(const int *in, int *out)
{
	__shared__ int data[2][64];
	int lane = threadIdx.x;
	data[0][lane] = in[lane]; // fact: store 1/1 exact
	data[1][lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	const int *row = lane < 16 ? data[0] : data[1];
	out[lane] = row[lane % 16]; // fact: load 2/1 exact
}

/* A lambda that captures the array. */
__global__ void lambda(const int *in, int *out)
{
	__shared__ int data[128];
	int lane = threadIdx.x;
	auto slot = [&](int i) -> int & { return data[i * 4]; };
	slot(lane) = in[lane]; // fact: store 4/1 exact
	__syncthreads();
	out[lane] = slot(31 - lane); // fact: load 4/1 exact
}

/* Lambdas without captures, as pointers to functions. */
__device__ void apply(void (*f)(int *, int), int *s, int i)
{
	f(s, i);
}

struct Pair {
	int first, second;
};

__global__ void lambda_pointers(const int *in, int *out)
{
	__shared__ int s[1024];
	int lane = threadIdx.x;
	int (*scaled)(int) = [](int i) { return i * 8; };
	s[scaled(lane)] = in[lane]; // fact: store 8/1 exact
	__syncthreads();
	apply([](int *to, int i) { to[i * 4] = 1; }, s, lane); // fact: store 4/1 exact
	__syncthreads();
	apply([](auto *to, auto i) { to[i * 2] = 1; }, s, lane); // fact: store 2/1 exact
	__syncthreads();
	Pair (*swapped)(Pair) = +[](Pair p) { return Pair{ p.second, p.first }; };
	out[lane] = s[swapped({ lane, lane * 16 }).first]; // fact: load 16/1 exact
}

void launch(const int *in, int *out, int)
{
	two_deep<<<1, 32>>>(in, out);
	address_of_element<<<1, 32>>>(in, out);
	references<<<1, 32>>>(in, out);
	tile_of<int, 32, true><<<1, 256>>>(in, out);
	of_type<int><<<1, 64>>>(in, out);
	walking_pointer<<<1, 32>>>(in, out);
	double_buffer<<<1, 32>>>(in, out);
	chosen_pointer<<<1, 32>>>(in, out);
	lambda<<<1, 32>>>(in, out);
	lambda_pointers<<<1, 32>>>(in, out);
}
