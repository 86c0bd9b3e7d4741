/* Fields of structs, structs of arrays, nested ones, unions. */

struct Point {
	float x, y, z;
};
struct Body {
	float x, y, z, mass;
};
struct Pair {
	Body first, second;
};
struct Row {
	int length;
	int cells[7];
};
struct Tile {
	float cells[32][33];
	int count;
};
union Word {
	int whole;
	short half[2];
	unsigned char byte[4];
};

__global__ void fields(const int *in, int *out)
{
	__shared__ Body bodies[32];
	__shared__ Point points[32];
	int lane = threadIdx.x;
	bodies[lane].z = in[lane]; // fact: store 4/1 exact
	points[lane].y = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	Body *mine = &bodies[31 - lane];
	float got = mine->z; // fact: load 4/1 exact
	got += (points + lane)->y; // fact: load 1/1 exact
	out[lane] = (int)got;
}

__global__ void nested(const int *in, int *out)
{
	__shared__ Pair pairs[32];
	int lane = threadIdx.x;
	pairs[lane].second.y = in[lane]; // fact: store 8/1 exact
	__syncthreads();
	const Body &other = pairs[lane ^ 1].second;
	out[lane] = (int)other.y; // fact: load 8/1 exact
}

__global__ void arrays_in_structs(const int *in, int *out)
{
	__shared__ Row rows[32];
	int lane = threadIdx.x;
	rows[lane].length = in[lane]; // fact: store 8/1 exact
	rows[lane].cells[lane % 7] = in[lane]; // fact: store 2/1 exact
	__syncthreads();
	int got = rows[lane / 8].cells[lane % 8 % 7]; // fact: load 1/1 exact
	got += rows[lane].length; // fact: load 8/1 exact
	out[lane] = got;
}

__global__ void one_struct(const int *in, int *out)
{
	__shared__ Tile tile;
	int lane = threadIdx.x;
	tile.cells[lane][3] = in[lane]; // fact: store 1/1 exact
	tile.count = in[0]; // fact: store 1/1 exact
	__syncthreads();
	Tile *t = &tile;
	float got = t->cells[3][lane]; // fact: load 1/1 exact
	got += t->count; // fact: load 1/1 exact
	out[lane] = (int)got;
}

__global__ void unions(const int *in, int *out)
{
	__shared__ Word words[64];
	int lane = threadIdx.x;
	words[2 * lane].whole = in[lane]; // fact: store 2/1 exact
	__syncthreads();
	int got = words[lane].half[1]; // fact: load 1/1 exact
	got += words[lane / 4].byte[lane % 4]; // fact: load 1/1 exact
	got += words[2 * lane].byte[3]; // fact: load 2/1 exact
	out[lane] = got;
}

/* One byte of four is set; a shuffle moves all four (CUTLASS' warp_uniform). */
__device__ signed char of_first_lane(signed char value)
{
	union {
		signed char byte;
		unsigned whole;
	};
	byte = value;
	whole = __shfl_sync(0xffffffff, whole, 0);
	return byte;
}

__global__ void parts_of_unions(int *out)
{
	__shared__ int words[256];
	words[threadIdx.x * of_first_lane((signed char)(4 + threadIdx.x / 32))] = 1; // fact: store 4/1 exact
	__syncthreads();
	union {
		unsigned short half[2];
		unsigned whole;
	} pair;
	pair.half[0] = 2;
	out[threadIdx.x] = words[threadIdx.x * pair.whole & 63]; // fact: load 2/1 exact
}

void launch(const int *in, int *out, int)
{
	parts_of_unions<<<1, 32>>>(out);
	fields<<<1, 32>>>(in, out);
	nested<<<1, 32>>>(in, out);
	arrays_in_structs<<<1, 32>>>(in, out);
	one_struct<<<1, 32>>>(in, out);
	unions<<<1, 32>>>(in, out);
}
