/* A reference or a pointer to one variable in some threads, and to another in others. */
template <class T> __device__ const T &least(const T &a, const T &b)
{
	return b < a ? b : a;
}

template <class T> __device__ const T &greatest(const T &a, const T &b)
{
	if (a < b)
		return b;
	return a;
}

struct Rows {
	int first, pitch;
};

__global__ void numbers(int *out)
{
	__shared__ int data[4096];
	int up = threadIdx.x, down = 63 - threadIdx.x;
	data[32 * least(up, down)] = 1; // fact: store 64/2 exact
	__syncthreads();
	data[32 * greatest(up, down)] = 2; // fact: store 64/2 exact
	__syncthreads();
	int &chosen = threadIdx.x < 16 ? up : down;
	chosen += 3;
	data[2 * up] = 3; // fact: store 4/2 exact
	__syncthreads();
	data[33 * down] = 4; // fact: store 2/2 exact
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 2/2 exact
}

__global__ void records(int *out)
{
	__shared__ int data[4096];
	Rows plain = { 0, 32 }, padded = { 2048, 33 };
	const Rows *rows = threadIdx.x & 32 ? &plain : &padded;
	data[rows->first + rows->pitch * (threadIdx.x & 31)] = 1; // fact: store 33/2 exact
	__syncthreads();
	const Rows copy = *rows;
	data[copy.first + copy.pitch * (threadIdx.x & 31) + 1] = 2; // fact: store 33/2 exact
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 2/2 exact
}

__global__ void tiles(int *out)
{
	__shared__ int one[2048], other[2048];
	int *tile = threadIdx.x & 32 ? one : other;
	tile[32 * (threadIdx.x & 31)] = 2; // fact: store 64/2 exact
	__syncthreads();
	out[threadIdx.x] = one[threadIdx.x] + other[threadIdx.x]; // fact: load 4/4 exact
}

void launch(const int *in, int *out)
{
	(void)in;
	numbers<<<1, 64>>>(out);
	records<<<1, 64>>>(out);
	tiles<<<1, 64>>>(out);
}
