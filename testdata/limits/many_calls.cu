// More calls, one in the other, than there is budget for.
__device__ int f0(int x)
{
	return x * 5 + (x >> 3);
}

__device__ int f1(int x)
{
	return f0(x + 0) + f0(x + 1) + f0(x + 2) + f0(x + 3) + f0(x + 4) + f0(x + 5) + f0(x + 6) + f0(x + 7);
}

__device__ int f2(int x)
{
	return f1(x + 0) + f1(x + 1) + f1(x + 2) + f1(x + 3) + f1(x + 4) + f1(x + 5) + f1(x + 6) + f1(x + 7);
}

__device__ int f3(int x)
{
	return f2(x + 0) + f2(x + 1) + f2(x + 2) + f2(x + 3) + f2(x + 4) + f2(x + 5) + f2(x + 6) + f2(x + 7);
}

__device__ int f4(int x)
{
	return f3(x + 0) + f3(x + 1) + f3(x + 2) + f3(x + 3) + f3(x + 4) + f3(x + 5) + f3(x + 6) + f3(x + 7);
}

__device__ int f5(int x)
{
	return f4(x + 0) + f4(x + 1) + f4(x + 2) + f4(x + 3) + f4(x + 4) + f4(x + 5) + f4(x + 6) + f4(x + 7);
}

__device__ int f6(int x)
{
	return f5(x + 0) + f5(x + 1) + f5(x + 2) + f5(x + 3) + f5(x + 4) + f5(x + 5) + f5(x + 6) + f5(x + 7);
}

__device__ int f7(int x)
{
	return f6(x + 0) + f6(x + 1) + f6(x + 2) + f6(x + 3) + f6(x + 4) + f6(x + 5) + f6(x + 6) + f6(x + 7);
}

__device__ int f8(int x)
{
	return f7(x + 0) + f7(x + 1);
}

__global__ void deep(float *out, int n)
{
	__shared__ float s[1024];
	out[threadIdx.x] = s[threadIdx.x];
	out[0] = s[f8(threadIdx.x)];
}
