/* Loops that lanes of a warp leave in different iterations.  nvcc unrolls a loop of unknown trip count by 4, behind a loop for what
 * remains: lanes of 5 iterations run one there, lanes of 7 three, and then all run four together, each in an iteration of its own.
 * An H200 executed the loads of apart() 7 times for 42 wavefronts (5 and 47 as written), those of strided() 6 times for 56 (6 and
 * 88), of strided_apart() 7 times for 56 (4 and 56), and of not_unrolled() as written. */
__device__ int fill(int *data, const int *in)
{
	for (int i = 0; i < 16; i++)
		data[i * 32 + threadIdx.x] = in[i]; // fact: store 16/16 exact
	__syncthreads();
	return in[threadIdx.x];
}

__global__ void apart(const int *in, int *out)
{
	__shared__ int data[32 * 16];
	int t = threadIdx.x, sum = fill(data, in);
	for (int i = 0; i < t % 5 + 1; i++)
		sum += data[t * 16 + 3 * i]; // fact: load 47/5 bound
	out[t] = sum;
}

__global__ void not_unrolled(const int *in, int *out)
{
	__shared__ int data[32 * 16];
	int t = threadIdx.x, sum = fill(data, in);
#pragma unroll 1
	for (int i = 0; i < t % 5 + 1; i++)
		sum += data[t * 16 + 3 * i]; // fact: load 47/5 exact
	out[t] = sum;
}

/* Lanes 0 to 15 go round 6 times, the others 5. */
__global__ void strided(const int *in, int *out)
{
	__shared__ int data[32 * 16];
	int t = threadIdx.x, sum = fill(data, in);
	for (int i = t; i < 5 * 32 + 16; i += 32)
		sum += data[t * 16 + i / 32 * 3]; // fact: load 88/6 bound
	out[t] = sum;
}

/* 4 times and 3 times. */
__global__ void strided_apart(const int *in, int *out)
{
	__shared__ int data[32 * 16];
	int t = threadIdx.x, sum = fill(data, in);
	for (int i = t; i < 3 * 32 + 16; i += 32)
		sum += data[t * 16 + i / 32 * 3]; // fact: load 56/4 bound
	out[t] = sum;
}

void launch(const int *in, int *out, int n)
{
	apart<<<1, 32>>>(in, out);
	not_unrolled<<<1, 32>>>(in, out);
	strided<<<1, 32>>>(in, out);
	strided_apart<<<1, 32>>>(in, out);
}
