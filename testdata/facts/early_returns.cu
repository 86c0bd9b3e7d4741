// block: 384
// Functions that return a record early, as tile schedulers do, and loops that only some warps run.
struct Tile {
	int row;
	bool valid;
};

__device__ Tile by_number(int n, int i)
{
	if (i >= n)
		return { 0, false };
	return { i % 4, true };
}

__device__ Tile by_warp(const int *in, int n)
{
	if (n > 1000)
		return { 1, true };
	if (in[threadIdx.x / 32] > 40)
		return { 3, true };
	return { 2, false };
}

__device__ Tile in_loop(const int *in, int n)
{
	for (int i = 0; i < n; i++)
		if (in[i] > 60)
			return { i % 4, true };
	return { 3, false };
}

__device__ Tile by_thread(const int *in)
{
	if (in[threadIdx.x] > 30)
		return { 1, true };
	return { 2, false };
}

__device__ void through_pointer(int n, const int *in, int *row)
{
	*row += 1;
	if (n > 1000)
		return;
	*row += 1;
	if (in[1] > 60)
		return;
	*row += 1;
}

template <int STAGES> struct State {
	int index = 0;
	unsigned phase = 0;
	__device__ void operator++()
	{
		if (++index == STAGES) {
			index = 0;
			phase ^= 1;
		}
	}
	__device__ void advance(unsigned n)
	{
		phase ^= (index + n) / STAGES % 2;
		index = (index + n) % STAGES;
	}
};

struct Scheduler {
	int n;
	unsigned long long linear, multiplier;
	__device__ Tile current() const
	{
		if (linear >= n)
			return { 0, false };
		return { (int)(__umul64hi(linear, multiplier) % 4), true };
	}
	__device__ Tile next()
	{
		linear += gridDim.x;
		return current();
	}
};

// One row for all threads, for those of a warp, or for each thread.
__global__ void returned(const int *in, int *out, int n)
{
	__shared__ int tile[8][384];
	for (int i = 0; i < 8; i++)
		tile[i][threadIdx.x] = in[384 * i + threadIdx.x]; // fact: store 96/96 exact
	__syncthreads();
	const int x = threadIdx.x;
	int sum = tile[by_number(n, blockIdx.x + in[2]).row][2 * x % 384]; // fact: load 24/12 exact
	sum += tile[by_warp(in, n).row][x];                       // fact: load 12/12 exact
	sum += tile[in_loop(in, n).row][4 * x % 384];             // fact: load 48/12 exact
	sum += tile[by_thread(in).row][x];                              // fact: load 12/12 exact
	int row = 0;
	through_pointer(n, in, &row);
	sum += tile[row][2 * x % 384]; // fact: load 24/12 exact
	out[384 * blockIdx.x + x] = sum;
}

// One lane of the first four warps goes through the tiles; the others read what stage after stage holds.
__global__ void specialized(const int *in, int *out, int n)
{
	__shared__ int stages[5][256];
	const int group = __shfl_sync(~0u, threadIdx.x / 128, 0), x = threadIdx.x % 128;
	for (int i = threadIdx.x; i < 5 * 256; i += 384)
		stages[i / 256][i % 256] = in[i]; // fact: store 40/40 exact
	__syncthreads();
	Scheduler scheduler{ n, blockIdx.x, 0x4000000000000000ull };
	State<5> state;
	Tile tile{ 0, false };
	int sum = 0;
	if (group == 0) {
		if (threadIdx.x == 7) {
			tile = scheduler.current();
			while (tile.valid) {
				sum += tile.row;
				state.advance(in[3]);
				tile = scheduler.next();
			}
		}
	} else {
		tile = scheduler.current();
		while (tile.valid) {
			State<5> read = state;
#pragma unroll 1
			for (int k = in[4]; k > 0; k--) {
				sum += stages[read.index][2 * x]; // fact: load 16/8 exact // measured: load 1984/992
				++read;
			}
			sum += stages[tile.row][x]; // fact: load 8/8 exact // measured: load 32/32
			state.advance(in[4]);
			tile = scheduler.next();
		}
	}
	out[384 * blockIdx.x + threadIdx.x] = sum;
}

void launch(const int *in, int *out, int n)
{
	returned<<<2, 384>>>(in, out, n);
	specialized<<<2, 384>>>(in, out, n / 8);
}
