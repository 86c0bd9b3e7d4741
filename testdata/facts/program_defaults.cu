// A program's defaults: what it launches without arguments is what is counted; what other arguments may cost is reported with it.
int atoi(const char *);

__global__ void column(float *out, int stride)
{
	extern __shared__ float s[];
	s[threadIdx.x * stride] = 1; // fact: store 4/1 symbolic
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 1/1 exact
}

// The default is free of conflicts; another value is not.
__global__ void odd(float *out, int stride)
{
	extern __shared__ float s[];
	s[threadIdx.x * stride] = 1; // fact: store 1/1 symbolic
}

// Both defaults are launched: the costlier one counts.
__global__ void two(float *out, int stride)
{
	extern __shared__ float s[];
	s[threadIdx.x * stride] = 1; // fact: store 8/1 symbolic
}

int main(int argc, char **argv)
{
	int stride = 4, other = 3, third = 2;
	if (argc > 1)
		stride = atoi(argv[1]);
	if (argc > 2)
		other = atoi(argv[2]);
	if (argc > 3)
		third = atoi(argv[3]);
	column<<<1, 32, 4096>>>(nullptr, stride);
	odd<<<1, 32, 4096>>>(nullptr, other);
	two<<<1, 32, 4096>>>(nullptr, third);
	two<<<1, 32, 4096>>>(nullptr, 8);
}
