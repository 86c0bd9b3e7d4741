static __device__ __forceinline__ int swizzle_s(int i)
{
	return i ^ (i >> 5 & 31);
}

/* Local pointers into a flat array, of which one walks: the distance from the array's start is the index. */
__global__ void sums(const float *in, float *out)
{
	__shared__ float s[2080];
	float *first = s, *second = &s[1024], *walking;
	int t = threadIdx.x;
	for (int i = 0; i < 32; i++) {
		first[swizzle_s(t * 32 + i)] = in[t * 32 + i];
		s[swizzle_s(second - s + t * 32 + i)] = in[1024 + t * 32 + i];
	}
	s[swizzle_s(2048 + t)] = in[t] * 3;
	__syncthreads();
	float sum = s[swizzle_s(2048 + (t ^ 1))];
	walking = second + t;
	for (int i = 0; i < 32; i++) {
		sum += first[swizzle_s(i * 32 + t)] * s[swizzle_s(walking - s)];
		atomicAdd(&s[swizzle_s(walking - s)], first[swizzle_s(t * 32 + i)]);
		walking += 32;
	}
	__syncthreads();
	out[t] = sum + s[swizzle_s(second - s + 32 * t + 5)];
}

void launch(const int *in, int *out, int n)
{
	sums<<<1, 32>>>((const float *)in, (float *)out);
}
