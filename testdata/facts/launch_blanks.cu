/* Blanks in the brackets of launches, also of those that a macro gives. */
template <int N>
__global__ void blanks(float *out)
{
	__shared__ float data[32 * N];
	data[threadIdx.x * N + threadIdx.y] = 0; // fact: store 8/2 exact block 32,2,1 | store 4/1 exact block 32
	out[0] = data[threadIdx.x];              // fact: load 2/2 exact block 32,2,1 | load 1/1 exact block 32
}

#define LAUNCH(n, ...) blanks<n> << <1, (__VA_ARGS__) >> > (out)

template <class T>
void launch_blanks(T *out)
{
	blanks<4> << < 1, dim3(64 >> 1, 2), 0, 0 >> > (out);
	LAUNCH(4, 32);
}

void launch(float *out)
{
	launch_blanks(out);
}
// libclang: 19
