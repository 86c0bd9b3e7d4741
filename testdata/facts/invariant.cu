/* Loop-invariant loads: nvcc hoists them out of the loop, to a line that another access may have
 * (seen on an H200).  Its cost is known, its line and count are not. */
__global__ void same_each_iteration(const int *in, int *out, int n)
{
	__shared__ int data[128];
	int lane = threadIdx.x, sum = 0;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	sum += data[lane ^ 1]; // fact: load 1/1 bound
	for (int i = lane; i < 32; i += blockDim.x)
		sum += data[lane * 4]; // fact: load 4/1 bound
	out[lane] = sum;
}

/* By way of a variable that is declared in the loop. */
__global__ void by_a_variable(const int *in, int *out, int n)
{
	__shared__ int data[128];
	int lane = threadIdx.x, sum = 0;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	for (int i = lane; i < 32; i += blockDim.x) {
		int at = lane * 2;
		sum += in[i] * data[at]; // fact: load 2/1 bound
	}
	out[lane] = sum;
}

/* What changes with the iteration stays. */
__global__ void changes(const int *in, int *out, int n)
{
	__shared__ int data[128];
	int lane = threadIdx.x, sum = 0, at = lane;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	for (int i = lane; i < 32; i += blockDim.x)
		sum += data[i * 4]; // fact: load 4/1 exact
	for (int i = lane; i < 32; i += blockDim.x) {
		sum += data[at * 2]; // fact: load 2/1 exact
		at += i;
	}
	out[lane] = sum;
}

/* Loads are not moved across a barrier, nor across a store to the same array. */
__global__ void is_kept(const int *in, int *out, int n)
{
	__shared__ int data[128];
	int lane = threadIdx.x, sum = 0;
	data[lane] = in[lane]; // fact: store 1/1 exact
	for (int i = lane; i < 32; i += blockDim.x) {
		__syncthreads();
		sum += data[lane * 2]; // fact: load 2/1 exact
	}
	for (int i = lane; i < 32; i += blockDim.x) {
		sum += data[lane * 4]; // fact: load 4/1 exact
		data[i + 32] = sum; // fact: store 1/1 exact
	}
	out[lane] = sum;
}

/* A fence keeps it, and an atomic of the same array; one of another array does not (all seen in the PTX). */
__global__ void atomics(const int *in, int *out, int n)
{
	__shared__ int data[128], other[128];
	int lane = threadIdx.x, sum = 0;
	data[lane] = in[lane]; // fact: store 1/1 exact
	other[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	for (int i = lane; i < 32; i += blockDim.x) {
		atomicAdd(&data[i + 32], 1); // fact: atomic 1/1 exact
		sum += data[lane * 2]; // fact: load 2/1 exact
	}
	for (int i = lane; i < 32; i += blockDim.x) {
		__threadfence_block();
		sum += data[lane * 4]; // fact: load 4/1 bound
	}
	for (int i = lane; i < 32; i += blockDim.x) {
		atomicAdd(&other[i + 32], 1); // fact: atomic 1/1 exact
		sum += data[lane * 4 + 1]; // fact: load 4/1 bound
	}
	out[lane] = sum;
}

/* An inner loop in which it changes has the last word. */
__global__ void inner(const int *in, int *out, int n)
{
	__shared__ int data[128];
	int lane = threadIdx.x, sum = 0;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	for (int i = lane; i < 32; i += blockDim.x)
		for (int k = lane; k < 32; k += blockDim.x)
			sum += data[k * 2] + i; // fact: load 2/1 exact
	out[lane] = sum;
}

/* A remainder of a signed number: what divides it is lost on nvcc. */
__global__ void remainder(const int *in, int *out, int n)
{
	__shared__ int data[256];
	int lane = threadIdx.x, t = threadIdx.y * blockDim.x + lane;
	for (int i = lane; i < 256; i += 32)
		data[i] = in[i]; // fact: store 8/8 exact
	__syncthreads();
	int at = (t * 4) % 64 * 3;
	out[lane] = data[at] + // fact: load 2/1 bound
		    data[at + 1]; // fact: load 2/1 bound
}

void launch(const int *in, int *out, int n)
{
	same_each_iteration<<<1, 32>>>(in, out, n);
	by_a_variable<<<1, 32>>>(in, out, n);
	changes<<<1, 32>>>(in, out, n);
	is_kept<<<1, 32>>>(in, out, n);
	atomics<<<1, 32>>>(in, out, n);
	inner<<<1, 32>>>(in, out, n);
	remainder<<<1, 32>>>(in, out, n);
}
