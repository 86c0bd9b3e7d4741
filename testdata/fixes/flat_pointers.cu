/* Local pointers into a flat array, of which one walks: the distance from the array's start is the index. */
__global__ void sums(const float *in, float *out)
{
	__shared__ float s[2080];
	float *first = s, *second = &s[1024], *walking;
	int t = threadIdx.x;
	for (int i = 0; i < 32; i++) {
		first[t * 32 + i] = in[t * 32 + i];
		second[t * 32 + i] = in[1024 + t * 32 + i];
	}
	s[2048 + t] = in[t] * 3;
	__syncthreads();
	float sum = s[2048 + (t ^ 1)];
	walking = second + t;
	for (int i = 0; i < 32; i++) {
		sum += first[i * 32 + t] * walking[0];
		atomicAdd(&walking[0], first[t * 32 + i]);
		walking += 32;
	}
	__syncthreads();
	out[t] = sum + second[32 * t + 5];
}

void launch(const int *in, int *out, int n)
{
	sums<<<1, 32>>>((const float *)in, (float *)out);
}
