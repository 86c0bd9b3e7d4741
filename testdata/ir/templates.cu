// Instances: from launches, explicit instantiations, directives and addresses; and a template without any.
template <typename T>
struct Shared {
	__device__ operator T *()
	{
		extern __shared__ int memory[];
		return (T *)memory;
	}
};

template <typename T, int N>
__global__ void __launch_bounds__(N * sizeof(T)) launched(T *p)
{
	__shared__ T tile[N][N + 1];
	T *s = Shared<T>();
	if constexpr (N > 16)
		s[threadIdx.x] = tile[threadIdx.x][0];
	p[0] = sizeof(T) + N;
}

template <typename T>
__global__ void explicitly(T *p)
{
	p[threadIdx.x] = 1;
}
template __global__ void explicitly<double>(double *);

// smemlint: instantiate<float, 4>
template <typename T, int N>
__global__ void directed(T *p)
{
	p[N] = 1; // smemlint: assume(n > 3) block(64)
}

template <typename T>
__global__ void never(T *p)
{
	p[0] = 2;
}

template <typename... T>
__global__ void pack(float *p, T... rest)
{
	p[sizeof...(rest)] = (rest + ...);
}

template <int B>
void run(float *p, int n)
{
	dim3 block(B, B / 4);
	launched<float, B><<<dim3((n + B - 1) / B), block, B * sizeof(float)>>>(p);
}

void host(float *p)
{
	run<32>(p, 100);
	void (*kernel)(double *) = launched<double, 8>;
	kernel<<<1, 64>>>((double *)p);
	pack<<<2, 32>>>(p, 1, 2.5f);
	void *args[] = { &p };
	cudaLaunchKernel((const void *)pack<int>, 1, dim3(16, 16), args, 0, 0);
}
