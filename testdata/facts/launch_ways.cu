/* What the host's code makes of numbers that it does not know. */

/* Defined in another file, which may give it any value. */
extern int elsewhere;
extern const int fixed_elsewhere;
int here, changed = 2;

__global__ void by_number(int *out, int stride)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * stride]; // fact: load 32/1 symbolic
}

__global__ void by_constant(int *out, int stride)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * stride]; // fact: load 32/1 symbolic
}

/* Nothing has changed it before main() begins. */
__global__ void by_zero(int *out, int stride)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * stride]; // fact: load 1/1 exact
}

/* A function that is not seen may have changed it, though nothing has read it before. */
void elsewhere_too();
__global__ void by_changed(int *out, int stride)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * stride]; // fact: load 32/1 symbolic
}

/* The second branch goes with the first: 1 and 2, or 4 and 1. */
__global__ void by_both(int *out, int width, int stride)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * width * stride]; // fact: load 4/1 symbolic
}

/* So does the launch's own side. */
__global__ void in_side(int *out, int stride)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * stride]; // fact: load 2/1 exact
}

/* The trip count is not known, and what later iterations launch depends on it; this is the first iteration. */
__global__ void in_turn(float *data, unsigned levels, int wide)
{
	extern __shared__ float part[];
	part[2 * threadIdx.x] = data[threadIdx.x];                 // fact: store 32/16 exact block 512,1,1
	__syncthreads();
	data[threadIdx.x] = part[(threadIdx.x * levels) % 1024];   // fact: load 32/16 exact block 512,1,1
	data[threadIdx.x] += part[threadIdx.x * wide % 1024];      // fact: load 32/16 exact block 512,1,1
}

void in_turns(float *data, unsigned n)
{
	dim3 block;
	unsigned left = n / 2, levels = n;
	if (n <= 10) {
		block.x = left;
	} else {
		block.x = 512;
		levels = 10;
	}
	while (left != 0) {
		in_turn<<<4, block, 8 * block.x>>>(data, levels, block.x / 256);
		levels = levels > 10 ? levels - 10 : levels;
		left >>= 10;
		if (left < 512)
			block.x = left;
	}
}

int main(int argc, char **)
{
	int width = 1, stride = 2, step = 8;
	by_number<<<1, 32>>>(nullptr, elsewhere);
	by_constant<<<1, 32>>>(nullptr, fixed_elsewhere);
	by_zero<<<1, 32>>>(nullptr, here);
	elsewhere_too();
	by_changed<<<1, 32>>>(nullptr, changed);
	if (argc > 1)
		width = argc > 2 ? 4 : 1;
	if (width > 2)
		stride = 1;
	by_both<<<1, 32>>>(nullptr, width, stride);
	if (argc > 3)
		step = argc > 4 ? 2 : 4;
	if (step < 4)
		in_side<<<1, 32>>>(nullptr, step);
}
