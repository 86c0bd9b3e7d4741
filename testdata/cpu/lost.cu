// Kernels that fail: each is stopped, and none affects another.

// smemlint: block(32)
__global__ void beyond(float *a, long long n)
{
	__shared__ float s[32];
	s[threadIdx.x] = 1;
	a[threadIdx.x] = s[31 - threadIdx.x] + a[n * (1ll << 40)];
}

// smemlint: block(32)
__global__ void endless(volatile int *a)
{
	__shared__ int s[32];
	s[threadIdx.x] = 1;
	for (int i = 0; a[0] >= 0; i++)
		a[1] = s[(threadIdx.x + i) % 32];
}

// smemlint: assume(i == threadIdx.x)
// smemlint: block(32)
__global__ void unpromised(int *a)
{
	__shared__ int s[32];
	int i = a[threadIdx.x];
	s[i] = 1;
}

// smemlint: block(32)
__global__ void beyond_shared(const int *a)
{
	__shared__ int s[8];
	s[a[threadIdx.x] + 8] = 1;
}

// smemlint: block(32)
__global__ void good(int *a)
{
	__shared__ int s[32];
	s[threadIdx.x] = a[threadIdx.x];
}
