// exit: 3
// Behind a loop that threads leave one by one, what no iteration changes is as it was, also in a record of which the loop changes
// another part; what some iterations change differs between threads.
struct Queue {
	int n, rows;
	float *tile;
	__device__ void add(float v)
	{
		if (v > 1)
			n++;
	}
};

__global__ void members(const float *in, float *out, int n)
{
	__shared__ float s[256];
	Queue queue = { 0, 32, s };
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		queue.add(in[i]);
	const int t = threadIdx.x % 32;
	for (int stride = 16; stride > 0; stride /= 2) {
		queue.tile[2 * t - (t & (stride - 1))] = 1; // fact: store 40/20 exact
		__syncthreads();
	}
	queue.tile[t * queue.rows % 256] = 1; // fact: store 32/4 exact
	out[threadIdx.x] = s[queue.n % 256];  // fact: load 32/4 unknown
}

// The address is a number that one of the loop's stores, which is never run, would change.
__global__ void never_changed(const float *in, float *out, int n)
{
	__shared__ float s[256];
	int at = threadIdx.x * 2, count = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x) {
		if (sizeof(in) < 8)
			at = i;
		count++;
	}
	s[at % 256] = count; // fact: store 8/4 exact
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 4/4 exact
}

// It is changed, by as much in each thread as this runs iterations.
__global__ void changed(float *out, int n)
{
	__shared__ float s[256];
	Queue queue = { 0, 32, s };
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		queue.rows++;
	queue.tile[(threadIdx.x + queue.rows * 32) % 256] = 1; // fact: store 4/4 exact
	queue.tile[threadIdx.x * queue.rows % 256] = 1; // fact: store 32/4 unknown
	out[threadIdx.x] = s[threadIdx.x];              // fact: load 4/4 exact
}

// Once in a while it is.
__global__ void changed_by_data(const float *in, float *out, int n)
{
	__shared__ float s[256];
	Queue queue = { 0, 32, s };
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		if (in[i] > 1)
			queue.rows = 33;
	queue.tile[threadIdx.x * queue.rows % 256] = 1; // fact: store 32/4 unknown
	out[threadIdx.x] = s[threadIdx.x];              // fact: load 4/4 exact
}

void launch(const float *in, float *out, int n)
{
	members<<<1, 128>>>(in, out, n);
	never_changed<<<1, 128>>>(in, out, n);
	changed<<<1, 128>>>(out, n);
	changed_by_data<<<1, 128>>>(in, out, n);
}
