/* An element of a local array that nvcc does not know the index of.  NVVM leaves the array in memory, and of what it loads knows nothing
 * (PTX: four stores of 4 bytes each); ptxas knows what divides all that was stored there, and makes one of them, two or four.  Of
 * constants it knows nothing (sm_90, nvcc 13.0). */
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

/* Stages of a pipeline. */
__global__ void loaded(const int *in, int *out, int n)
{
	__shared__ int data[2048];
	Part parts[3];
	for (int i = 0; i < 3; i++)
		parts[i].offset = 16 * 128 * i, parts[i].unit = 4;
	Words words = *(const Words *)(in + 4 * threadIdx.x);
	int stage = 0;
	for (int i = 0; i < n; i++) {
		*(Words *)(bytes(data) + 16 * threadIdx.x + parts[stage].offset) = words; // fact: store 56/56 exact
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
	*(Words *)(bytes(data) + 16 * threadIdx.x + parts[1].offset) = words; // fact: store 8/8 exact
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
	*(Words *)(bytes(data) + 16 * threadIdx.x + offsets[threadIdx.x / 32]) = words; // fact: store 8/8 exact
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

#define BEGIN                                  \
	__shared__ int data[4096];             \
	const int t = threadIdx.x, w = t / 32; \
	Words words = *(const Words *)(in + 4 * t)
#define END                   \
	__syncthreads();      \
	out[t] = data[t]

/* One that 4 divides, and three that 1024 does. */
__global__ void one_is_odd(const int *in, int *out)
{
	BEGIN;
	int offsets[4] = { 0, 1024, 2048, 3076 };
	*(Words *)(bytes(data) + 16 * t + offsets[w]) = words; // fact: store 64/16 exact
	END; // fact: load 4/4 exact
}

__global__ void all_by_eight(const int *in, int *out)
{
	BEGIN;
	int offsets[4] = { 8, 1032, 2056, 3080 };
	*(Words *)(bytes(data) + 16 * t + offsets[w]) = words; // fact: store 32/16 exact
	END; // fact: load 4/4 exact
}

/* Numbers of which only that is known. */
__global__ void multiples(const int *in, int *out, int n)
{
	BEGIN;
	int offsets[4] = { 16 * n, 32 * n, 48 * n, in[0] * 16 };
	*(Words *)(bytes(data) + 16 * t + (offsets[w] & 4095)) = words; // fact: store 16/16 exact
	END; // fact: load 4/4 exact
}

__global__ void any_numbers(const int *in, int *out, int n)
{
	BEGIN;
	int indices[4] = { n, 2 * n, 3 * n, in[4] };
	*(Words *)(bytes(data) + 16 * t + indices[w] * 4) = words; // fact: store 64/16 exact
	END; // fact: load 4/4 exact
}

/* What is stored later changes nothing. */
__global__ void odd_behind(const int *in, int *out, int n)
{
	BEGIN;
	int offsets[4] = { 0, 1024, 2048, 3072 };
	*(Words *)(bytes(data) + 16 * t + offsets[w]) = words; // fact: store 16/16 exact
	END; // fact: load 4/4 exact
	offsets[n & 3] = n + 1;
	out[t + 128] = offsets[w];
}

/* But in a loop. */
__global__ void odd_in_loop(const int *in, int *out, int n)
{
	BEGIN;
	int offsets[4] = { 0, 1024, 2048, 3072 }, stage = 0;
	for (int i = 0; i < n; i++) {
		*(Words *)(bytes(data) + 16 * t + offsets[stage]) = words; // fact: store 192/48 bound (the compiler may merge the access with another one)
		offsets[stage] += 4;
		stage = stage == 3 ? 0 : stage + 1;
	}
	END; // fact: load 4/4 exact
}

__global__ void constants(const int *in, int *out)
{
	BEGIN;
	static const int offsets[4] = { 0, 1024, 2048, 3072 };
	*(Words *)(bytes(data) + 16 * t + offsets[w]) = words; // fact: store 64/16 bound (the compiler may merge the access with another one)
	END; // fact: load 4/4 exact
}

/* A branch that no iteration of this launch runs is one that nvcc must think of. */
__global__ void never_odd(const int *in, int *out, int n)
{
	BEGIN;
	Part part = { 1024, 0 };
	for (int i = 0; i < n; i++) {
		*(Words *)(bytes(data) + 16 * t + part.offset) = words; // fact: store 192/48 bound (the compiler may merge the access with another one)
		if (i == 30)
			part.offset = 8;
		part.unit += i;
	}
	END; // fact: load 4/4 exact
	out[t + 128] = part.unit;
}

void launch(const int *in, int *out)
{
	loaded<<<1, 64>>>(in, out, 7);
	stored<<<1, 64>>>(in, out, 7);
	beside<<<1, 64>>>(in, out, 5);
	again<<<1, 64>>>(in, out, 5);
	by_thread<<<1, 64>>>(in, out);
	unrolled<<<1, 64>>>(in, out);
	one_is_odd<<<1, 128>>>(in, out);
	all_by_eight<<<1, 128>>>(in, out);
	multiples<<<1, 128>>>(in, out, 4);
	any_numbers<<<1, 128>>>(in, out, 4);
	odd_behind<<<1, 128>>>(in, out, 4);
	odd_in_loop<<<1, 128>>>(in, out, 3);
	constants<<<1, 128>>>(in, out);
	never_odd<<<1, 128>>>(in, out, 3);
}
