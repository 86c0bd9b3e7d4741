// Functions that are called again with views of other parts of arrays in registers, as template libraries do.
struct View {
	float *at;
	__device__ float &operator[](int i) const { return at[i]; }
};

/* The same each time, but for where the views point. */
__device__ void multiply(View c, View a, View b)
{
	for (int i = 0; i < 8; i++)
		for (int k = 0; k < 4; k++)
			c[i] += a[k] * b[i ^ k];
}

/* A number that depends on the call, and one that does not. */
__device__ int next(int &index, int by)
{
	int sum = 0;
	for (int i = 0; i < 8; i++)
		sum += i < by ? i : by;
	index += by;
	return sum;
}

/* Elements that are known decide what is written. */
__device__ void count(int *order, int n)
{
	for (int i = 0; i < n; i++)
		order[i] = order[i] + 1;
}

__global__ void tiles(const float *in, float *out)
{
	__shared__ float s[1024];
	float a[32], b[32], c[32];
	int index = 0, sum = 0;
	for (int i = 0; i < 32; i++) {
		a[i] = in[i * 32 + threadIdx.x];
		b[i] = in[i];
		c[i] = 0;
	}
	for (int i = 0; i < 4; i++) {
		multiply(View{ c + 8 * i }, View{ a + 4 * i }, View{ b + 8 * i });
		sum += next(index, 2);
	}
	s[threadIdx.x * index + sum % 4] = c[0]; // fact: store 8/1
	s[threadIdx.x * sum % 1024] = c[31];     // fact: store 4/1
	out[threadIdx.x] = s[threadIdx.x];       // fact: load 1/1
}

__global__ void orders(float *out)
{
	__shared__ float s[1024];
	int first[16], second[16];
	for (int i = 0; i < 16; i++) {
		first[i] = 0;
		second[i] = i;
	}
	count(first, 16);
	count(second, 16);
	count(first, 16);
	s[threadIdx.x * first[3]] = 1;      // fact: store 2/1
	s[threadIdx.x * second[7]] = 1;     // fact: store 8/1
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 1/1
}

/* Conditions on known elements: the second call differs from the first. */
__device__ void clamp(int *values, int most)
{
	for (int i = 0; i < 16; i++)
		if (values[i] > most)
			values[i] = most;
}

__global__ void clamped(const int *in, float *out)
{
	__shared__ float s[4096];
	int values[16];
	for (int i = 0; i < 16; i++)
		values[i] = in[i];
	clamp(values, 8);
	for (int i = 0; i < 16; i++)
		values[i] = 32;
	clamp(values, 8);
	s[threadIdx.x * values[5]] = 1;    // fact: store 8/1
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 1/1
}

void run(const float *in, const int *numbers, float *out)
{
	tiles<<<1, 32>>>(in, out);
	orders<<<1, 32>>>(out);
	clamped<<<1, 32>>>(numbers, out);
}
