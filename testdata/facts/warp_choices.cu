/* A condition that is the same in a warp, and that data decide, selects between two numbers of each lane: all lanes of a warp have
 * the first, or all have the second.  The base that is added is the same in a warp, too, and does not matter. */
__global__ void merged(const int *counts, int *out)
{
	__shared__ int data[512];
	const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, few = counts[blockIdx.x];
	const int base = warp < few ? warp * 64 : few * 64 + (warp - few) * 128;
	int at = warp < few ? lane * 2 : lane * 4;
	if (warp % 2)
		at += 1;
	data[base + at] = lane; // fact: store 8/2 bound
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 2/2 exact
}

/* One bank for each lane, whichever of the two it has. */
__global__ void apart(const int *counts, int *out)
{
	__shared__ int data[2048];
	const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int at = warp < counts[0] ? lane : lane * 33;
	data[at] = lane; // fact: store 2/2 exact
	at = threadIdx.x < counts[0] ? lane : lane * 33;
	data[at] = lane; // fact: store 2/2 exact
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 2/2 exact
}

/* What another warp chose is not known. */
__global__ void exchanged(const int *counts, int *out)
{
	__shared__ int data[512];
	const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int at = warp < counts[0] ? lane : lane * 4;
	at = __shfl_xor_sync(0xffffffff, at, 1);
	data[at] = lane; // fact: store 8/2 bound
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 2/2 exact
}

void launch(const int *counts, int *out)
{
	merged<<<1, 64>>>(counts, out);
	apart<<<1, 64>>>(counts, out);
	exchanged<<<1, 64>>>(counts, out);
}
