/* Loops that all threads leave together, when is not known: what a warp's threads have in common stays so. */
struct Walk {
	int *at;
	int step;
};

/* A causal mask's loop, unrolled: one or two iterations, and then the others. */
__global__ void masked(const int *in, int *out)
{
	__shared__ int data[1024];
	int left = in[0] & 7;
#pragma unroll
	for (int mask = 0; mask < 2; ++mask, --left) {
		__syncthreads();
		data[threadIdx.x + left + 8] = mask; // fact: store 8/8 exact
		if (left <= 2) {
			--left;
			break;
		}
	}
	__syncthreads();
	data[threadIdx.x + left + 8] = 2; // fact: store 4/4 exact
	for (; left >= 1; --left) {
		__syncthreads();
		data[threadIdx.x + left + 8] += 3; // fact: load 4/4 exact | store 4/4 exact
	}
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x * 2]; // fact: load 8/4 exact
}

/* A pointer of each thread that steps. */
__global__ void walked(const int *in, int *out)
{
	__shared__ int data[4096];
	Walk walk = { data + threadIdx.x * 2, 128 };
	for (int i = 0; i < 16; i++) {
		__syncthreads();
		*walk.at = i; // fact: store 128/64
		if (in[i] == in[40])
			break;
		walk.at += walk.step;
	}
	__syncthreads();
	*walk.at = in[threadIdx.x]; // fact: store 8/4 exact
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 4/4 exact
}

/* Each thread by itself: not known. */
__global__ void alone(const int *in, int *out)
{
	__shared__ int data[1024];
	int left = 8;
	for (int i = 0; i < 8; i++, --left)
		if (in[threadIdx.x] == i)
			break;
	data[threadIdx.x + left] = 2; // fact: store * (data decide)
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 4/4 exact
}

/* All of a warp: each has its own. */
__global__ void by_warp(const int *in, int *out)
{
	__shared__ int data[1024];
	int left = 8, lane = threadIdx.x % 32;
	for (int i = 0; i < 8; i++, --left)
		if (in[threadIdx.x / 32] % 8 == i)
			break;
	data[lane + 32 * left] = 2; // fact: store 4/4 exact
	__syncthreads();
	out[threadIdx.x] = data[lane * 2]; // fact: load 8/4 exact
}

/* A number of each thread, added before it leaves. */
__global__ void not_alike(const int *in, int *out)
{
	__shared__ int data[4096];
	int at = 0;
	for (int i = 0; i < 2; i++) {
		at += threadIdx.x * 32;
		if (in[1] == i)
			break;
		at -= threadIdx.x * 32;
	}
	data[at] = 2; // fact: store * (one word or as many as lanes)
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 4/4 exact
}

/* Halves of a warp that leave at places of their own: each may have another number. */
__global__ void two_places(const int *in, int *out)
{
	__shared__ int data[1024];
	int at = 0;
	for (int i = 0; i < 8; i++) {
		at += 32;
		if (threadIdx.x % 32 < 16) {
			if (in[0] % 8 == i)
				break;
		} else {
			if (in[1] % 8 == i)
				break;
		}
	}
	data[threadIdx.x % 16 + at] = 1; // fact: store * (the halves of a warp share banks, or not)
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 4/4 exact
}

/* Warps that do. */
__global__ void by_place(const int *in, int *out)
{
	__shared__ int data[1024];
	int at = 0;
	for (int i = 0; i < 8; i++) {
		at++;
		if (threadIdx.x < 32) {
			if (in[0] % 8 == i)
				break;
		} else {
			if (in[1] % 8 == i)
				break;
		}
	}
	data[threadIdx.x + at] = 1; // fact: store 4/4 exact
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 4/4 exact
}

void launch(const int *in, int *out)
{
	masked<<<1, 128>>>(in, out);
	walked<<<1, 128>>>(in, out);
	alone<<<1, 128>>>(in, out);
	by_warp<<<1, 128>>>(in, out);
	not_alike<<<1, 128>>>(in, out);
	two_places<<<1, 128>>>(in, out);
	by_place<<<1, 128>>>(in, out);
}
