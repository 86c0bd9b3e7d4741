/* nvcc sinks what two branches end with only where these two alone meet: not at the end of an if without else (sm_90, nvcc 13.0:
 * both accesses are in the code).  What both begin with is loaded once, before the condition, by the lanes of both. */
__global__ void guarded(const int *in, int *out, int n)
{
	__shared__ int data[128], more[128];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	if (lane < 31) {
		if (lane < 16)
			more[lane * 2] = in[lane]; // fact: store 1/1 exact
		else
			more[lane * 2 + 64] = n; // fact: store 1/1 exact
	}
	__syncthreads();
	out[lane] = more[lane] + data[lane ^ 1]; // fact: load 2/2 exact
}

/* Code behind the condition is reached from its branches alone. */
__global__ void followed(const int *in, int *out, int n)
{
	__shared__ int more[128];
	int lane = threadIdx.x;
	if (lane < 31) {
		if (lane < 16)
			more[lane * 2] = in[lane]; // fact: store 2/1 bound
		else
			more[lane * 2 + 64] = n; // fact: store 2/1 bound
		out[lane + 32] = n;
	}
	__syncthreads();
	out[lane] = more[lane]; // fact: load 1/1 exact
}

/* The path around may come from further out, but not from a condition that is decided when compiling. */
template <bool ALWAYS>
__global__ void nested(const int *in, int *out, int n)
{
	__shared__ int more[128];
	int lane = threadIdx.x;
	if (ALWAYS || lane < 31) {
		out[lane + 32] = n;
		if (in[0] > n) {
			if (lane < 16)
				more[lane * 2] = in[lane]; // fact: store 1/1 exact | store 2/1 bound
			else
				more[lane * 2 + 64] = n; // fact: store 1/1 exact | store 2/1 bound
		} else {
			out[lane + 64] = n;
		}
	}
	__syncthreads();
	out[lane] = more[lane]; // fact: load 1/1 exact
}

/* The first load of both branches is one, at a line that is not known; the last of each stays. */
__global__ void begins(const float *in, float *out, int n)
{
	__shared__ float a[64], b[64], c[64];
	int lane = threadIdx.x;
	float sum = in[n];
	a[lane * 2] = in[lane]; // fact: store 2/1 exact
	b[lane] = in[lane + 32]; // fact: store 1/1 exact
	c[lane] = in[lane + 64]; // fact: store 1/1 exact
	__syncthreads();
	if (lane < 31) {
		if (lane < 16)
			sum = sqrtf(a[lane * 2] - b[lane]); // fact: load 3/2 bound
		else
			sum = sqrtf(a[lane * 2] * 3.0f - c[lane]); // fact: load 2/2 bound
	}
	out[lane] = sum;
}

void launch(const int *in, int *out, const float *from, float *to, int n)
{
	guarded<<<1, 32>>>(in, out, n);
	followed<<<1, 32>>>(in, out, n);
	nested<false><<<1, 32>>>(in, out, n);
	nested<true><<<1, 32>>>(in, out, n);
	begins<<<1, 32>>>(from, to, n);
}
