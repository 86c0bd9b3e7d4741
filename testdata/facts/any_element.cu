/* An element of a local array that nvcc does not know the index of: the array stays in memory, and of what is loaded from it nothing is
 * known, not even its alignment.  Stored at such an index, it may be any element (sm_90, nvcc 13.0). */
struct Part {
	int offset, unit;
};
struct Words {
	int a, b, c, d;
};

__device__ char *bytes(int *data)
{
	return (char *)data;
}

/* Stages of a pipeline: four STS of 4 bytes each. */
__global__ void loaded(const int *in, int *out, int n)
{
	__shared__ int data[2048];
	Part parts[3];
	for (int i = 0; i < 3; i++)
		parts[i].offset = 16 * 128 * i, parts[i].unit = 4;
	Words words = *(const Words *)(in + 4 * threadIdx.x);
	int stage = 0;
	for (int i = 0; i < n; i++) {
		*(Words *)(bytes(data) + 16 * threadIdx.x + parts[stage].offset) = words; // fact: store 224/56 bound (the compiler may merge the access with another one)
		words.a += i;
		stage = stage == 2 ? 0 : stage + 1;
	}
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 2/2 exact
}

/* The offset is also stored at an index that is not known. */
__global__ void stored(const int *in, int *out, int n)
{
	__shared__ int data[2048];
	Part parts[3];
	for (int i = 0; i < 3; i++)
		parts[i].offset = 16 * 64 * i, parts[i].unit = 4;
	Words words = *(const Words *)(in + 4 * threadIdx.x);
	int stage = 0;
	for (int i = 0; i < n; i++) {
		*(Words *)(bytes(data) + 16 * threadIdx.x + parts[stage].offset) = words; // fact: store 224/56 bound (the compiler may merge the access with another one)
		words.a += i;
		parts[stage].offset ^= 512 * parts[stage].unit;
		stage = stage == 2 ? 0 : stage + 1;
	}
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 2/2 exact
}

/* By a constant index, after the one that is not known: of any offset, but of no unit. */
__global__ void beside(const int *in, int *out, int n)
{
	__shared__ int data[2048];
	Part parts[3];
	for (int i = 0; i < 3; i++)
		parts[i].offset = 1024 * (i & n), parts[i].unit = 1024 * i;
	parts[n % 3].offset = 2048;
	Words words = *(const Words *)(in + 4 * threadIdx.x);
	*(Words *)(bytes(data) + 16 * threadIdx.x + parts[1].offset) = words; // fact: store 32/8 bound (the compiler may merge the access with another one)
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 2/2 exact
	__syncthreads();
	*(Words *)(bytes(data) + 16 * threadIdx.x + parts[2].unit) = words; // fact: store 8/8 exact
	__syncthreads();
	out[threadIdx.x + 64] = data[threadIdx.x]; // fact: load 2/2 exact
}

/* Stored again by a constant index: known. */
__global__ void again(const int *in, int *out, int n)
{
	__shared__ int data[2048];
	int offsets[4] = { 0, 1024, 2048, 3072 };
	offsets[n & 3] = 512;
	offsets[1] = 16 * n;
	Words words = *(const Words *)(in + 4 * threadIdx.x);
	*(Words *)(bytes(data) + 16 * threadIdx.x + offsets[1]) = words; // fact: store 8/8 exact
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x] + offsets[n & 1]; // fact: load 2/2 exact
}

/* Each thread has an index of its own. */
__global__ void by_thread(const int *in, int *out)
{
	__shared__ int data[2048];
	int offsets[4] = { 0, 1024, 2048, 3072 };
	Words words = *(const Words *)(in + 4 * threadIdx.x);
	*(Words *)(bytes(data) + 16 * threadIdx.x + offsets[threadIdx.x / 32]) = words; // fact: store 32/8 bound (the compiler may merge the access with another one)
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 2/2 exact
}

/* A loop that is unrolled: constants. */
__global__ void unrolled(const int *in, int *out)
{
	__shared__ int data[2048];
	int offsets[3];
	for (int i = 0; i < 3; i++)
		offsets[i] = 16 * 128 * i;
	Words words = *(const Words *)(in + 4 * threadIdx.x);
#pragma unroll
	for (int i = 0; i < 3; i++) {
		*(Words *)(bytes(data) + 16 * threadIdx.x + offsets[i]) = words; // fact: store 24/24 exact
		words.a += i;
	}
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 2/2 exact
}

void launch(const int *in, int *out)
{
	loaded<<<1, 64>>>(in, out, 7);
	stored<<<1, 64>>>(in, out, 7);
	beside<<<1, 64>>>(in, out, 5);
	again<<<1, 64>>>(in, out, 5);
	by_thread<<<1, 64>>>(in, out);
	unrolled<<<1, 64>>>(in, out);
}
