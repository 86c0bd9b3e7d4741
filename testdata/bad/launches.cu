// More launches of a kernel than are looked at, and one whose block only the run knows.
__global__ void often(float *out, int n)
{
	__shared__ float s[1024];
	out[n] = s[threadIdx.x];
}

__global__ void some_time(float *out)
{
	__shared__ float s[1024];
	out[0] = s[threadIdx.x];
}

void launch(float *out, int threads)
{
	for (int i = 1; i <= 40; i++)
		often<<<1, 8 * i>>>(out, threads);
	some_time<<<1, threads>>>(out);
}
