/* What nvcc knows of the alignment of a number that a condition chooses: what holds for all that it may be, also where the condition
 * is a branch (sm_90, nvcc 13.0: the widths of the stores in the code, which are in the comments). */
#define PUT(at)                               \
	do {                                  \
		data[(at)] = in[0];           \
		data[(at) + 1] = in[1];       \
		data[(at) + 2] = in[2];       \
		data[(at) + 3] = in[3];       \
	} while (0)

/* STS.128 */
__global__ void chosen(const int *in, int *out)
{
	__shared__ int data[512];
	const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	const int at = warp & 1 ? lane * 4 + 128 : lane * 4;
	PUT(at); // fact: store 8/8 exact
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 2/2 exact
}

/* STS.128, behind a branch */
__global__ void added(const int *in, int *out)
{
	__shared__ int data[512];
	const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	int at = lane << 2;
	if (warp & 1) {
		at += 128;
		atomicAdd(&out[3], 1);
	}
	PUT(at); // fact: store 8/8 exact
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 2/2 exact
}

/* STS.128: a constant, too, or in a branch inside */
__global__ void nested(const int *in, int *out)
{
	__shared__ int data[512];
	const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	int at = lane << 2;
	if (warp & 1) {
		at = 256;
		if (lane & 8) {
			at += lane * 4;
			atomicAdd(&out[3], 1);
		}
	}
	PUT(at); // fact: store 8/8 exact
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 2/2 exact
}

/* two STS.64 */
__global__ void by_two(const int *in, int *out)
{
	__shared__ int data[512];
	const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	int at = lane * 4;
	if (warp & 1) {
		at += 130;
		out[lane] = 4;
	}
	PUT(at); // fact: store 16/8 exact
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 2/2 exact
}

/* four STS.32: one of them is any number, even if no thread has it */
__global__ void any(const int *in, int *out, int n)
{
	__shared__ int data[512];
	const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	int at = lane * n;
	if (warp < 2)
		at = lane * 4 + 128;
	PUT(at); // fact: store 32/8 bound
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 2/2 exact
}

void launch(const int *in, int *out, int n)
{
	chosen<<<1, 64>>>(in, out);
	added<<<1, 64>>>(in, out);
	nested<<<1, 64>>>(in, out);
	by_two<<<1, 64>>>(in, out);
	any<<<1, 64>>>(in, out, n);
}
