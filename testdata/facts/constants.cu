/* Named numbers: macros, enums, constants, tables, template-free constant functions. */

#define WARP 32
#define INDEX(row, column) ((row) * (WARP + PAD) + (column))

enum { PAD = 1, ROWS = WARP };
enum Stride { NARROW = 1, WIDE = 1 << 4 };
enum class Mode : unsigned char { PLAIN = 4, TURNED = 8 };
static const int SKIP = 3;
constexpr unsigned MASK = WARP - 1;
__host__ __device__ constexpr int twice(int i) { return i * 2; }

__global__ void macros(const int *in, int *out)
{
	__shared__ int tile[WARP * (WARP + PAD)];
	int lane = threadIdx.x;
	for (int i = 0; i < ROWS; i++)
		tile[INDEX(i, lane)] = in[i]; // fact: store 32/32 exact
	__syncthreads();
	out[lane] = tile[INDEX(lane, 5)]; // fact: load 1/1 exact
}

__global__ void enums(const int *in, int *out)
{
	__shared__ int data[ROWS * WIDE];
	int lane = threadIdx.x;
	data[lane * WIDE] = in[lane]; // fact: store 16/1 exact
	data[lane * (int)Mode::TURNED + NARROW] = in[lane]; // fact: store 8/1 exact
	__syncthreads();
	Mode mode = Mode::PLAIN;
	out[lane] = data[lane * static_cast<int>(mode)]; // fact: load 4/1 exact
}

__global__ void constants(const int *in, int *out)
{
	__shared__ int data[twice(256)];
	const int lane = threadIdx.x & MASK;
	constexpr int width = twice(4);
	data[lane * SKIP] = in[lane]; // fact: store 1/1 exact
	data[lane * width] = in[lane]; // fact: store 8/1 exact
	__syncthreads();
	int got = data[lane * twice(SKIP)]; // fact: load 2/1 exact
	got += data[lane * (int)sizeof(double) / 2]; // fact: load 4/1 exact
	out[lane] = got;
}

__device__ const int order[4] = { 0, 2, 1, 3 };

/* Look-up tables: a constant one, and a small array of the thread's own. */
__global__ void tables(const int *in, int *out)
{
	__shared__ int data[1024];
	const int shift[4] = { 0, 8, 16, 24 };
	int lane = threadIdx.x;
	data[lane * 8 + shift[lane % 4]] = in[lane]; // fact: store 9/1 exact
	__syncthreads();
	int at[2];
	at[0] = lane;
	at[1] = lane * 32;
	int got = data[at[1]]; // fact: load 32/1 exact
	got += data[at[0] * 2 + at[0]]; // fact: load 1/1 exact
	got += data[order[lane / 8] * 32 + lane % 8]; // fact: load 4/1 exact
	out[lane] = got;
}

__global__ void file_scope(const int *in, int *out);

__shared__ int scratch[128];

/* A shared array outside any function. */
__global__ void file_scope(const int *in, int *out)
{
	int lane = threadIdx.x;
	scratch[lane * 4] = in[lane]; // fact: store 4/1 exact
	__syncthreads();
	out[lane] = scratch[lane + 96]; // fact: load 1/1 exact
}

__global__ void several_ranks(const int *in, int *out)
{
	__shared__ int data[2][4][8][16];
	int tid = threadIdx.x;
	data[tid >> 5][0][tid >> 2 & 7][tid & 3] = in[tid]; // fact: store 8/2 exact
	__syncthreads();
	out[tid] = data[tid >> 5][tid & 3][tid >> 2 & 7][7]; // fact: load 32/2 exact
}

void launch(const int *in, int *out, int)
{
	macros<<<1, WARP>>>(in, out);
	enums<<<1, 32>>>(in, out);
	constants<<<1, 32>>>(in, out);
	tables<<<1, 32>>>(in, out);
	file_scope<<<1, 32>>>(in, out);
	several_ranks<<<1, 64>>>(in, out);
}
