/* nvcc takes a directive that a macro gives; to clang it is an error in each function that uses the macro. */
#define UNROLL #pragma unroll
#define UNROLL_TWICE #pragma unroll 2

__device__ int sum_of(const int *v)
{
	int sum = 0;
	UNROLL
	for (int i = 0; i < 4; i++)
		sum += v[i];
	return sum;
}

__global__ void rows(const int *in, int *out)
{
	__shared__ int s[1024];
	UNROLL_TWICE
	for (int i = 0; i < 8; i++)
		s[i * 128 + threadIdx.x] = in[i * 128 + threadIdx.x]; // fact: store 32/32 exact
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x % 32 * 32] + sum_of(in); // fact: load 128/4 exact
}

void launch(const int *in, int *out, int n)
{
	rows<<<1, 128>>>(in, out);
}
// libclang: 19
