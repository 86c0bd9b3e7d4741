// What a reference is bound to lives as long as the reference: objects that functions return, parts of them, either of two.
// exit: 1

struct Place {
	int row, column;
};
struct Named : Place {
	int name;
};
struct Pair {
	Place first, second;
};

__device__ Place place(int i)
{
	return { i * 32, i };
}

__device__ Named named(int i)
{
	Named n;
	n.row = i * 16;
	n.column = n.name = i;
	return n;
}

__device__ Pair pair(int i)
{
	return { { i, i }, { i * 8, i } };
}

struct Row {
	int at[2];
	__device__ const int *begin() const { return at; }
	__device__ const int *end() const { return at + 2; }
};

__device__ Row row(int i)
{
	return { { i * 4, i * 4 + 128 } };
}

__global__ void bound(float *out, bool which)
{
	__shared__ float s[1024];
	const Place &constant = place(threadIdx.x);
	s[constant.row] = 1; // fact: store 32/1 exact
	__syncthreads();
	Place &&moved = place(threadIdx.x);
	moved.row += 1;
	s[moved.row] = 2; // fact: store 32/1 exact
	__syncthreads();
	const auto &[a, b] = place(threadIdx.x);
	s[a + 2] = b; // fact: store 32/1 exact
	__syncthreads();
	const Place &base = named(threadIdx.x);
	s[base.row] = 3; // fact: store 16/1 exact
	__syncthreads();
	const Place &part = pair(threadIdx.x).second;
	s[part.row] = 4; // fact: store 8/1 exact
	__syncthreads();
	const int &member = place(threadIdx.x).row;
	s[member + 3] = 5; // fact: store 32/1 exact
	__syncthreads();
	const Place &one = which ? place(threadIdx.x) : place(threadIdx.x + 1);
	s[one.column] = 6; // fact: store 1/1 exact
	__syncthreads();
	for (int at : row(threadIdx.x))
		s[at] = 7; // fact: store 8/2 exact
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 1/1 exact
}

void launch(float *out)
{
	bound<<<1, 32>>>(out, true);
}
