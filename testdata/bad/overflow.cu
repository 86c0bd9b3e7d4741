__global__ void overflow(float *out, int n)
{
	__shared__ float data[1024];
	int i = threadIdx.x * 2147483647 * 2147483647;
	long long wide = 0x7fffffffffffffffLL * (threadIdx.x + 1);
	float sum = data[i] + data[wide] + data[i * wide * n];
	sum += data[(int)threadIdx.x << 31] + data[threadIdx.x << 40] + data[threadIdx.x >> -1];
	sum += data[threadIdx.x / (n - n)] + data[threadIdx.x % 0] + data[(-2147483647 - 1) / -1 + threadIdx.x];
	sum += data[-5000000000LL * threadIdx.x] + *(float *)((char *)data - 0x7fffffffffffffffLL);
	out[threadIdx.x] = sum;
}

void launch(float *out, int n)
{
	overflow<<<1, 256>>>(out, n);
}
