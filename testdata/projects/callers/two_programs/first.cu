/* A program of its own, as its neighbour is: that one's calls mean its own function. */
__global__ void strided(int *out, int stride)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * stride % 4096];
}

void run(int *out, int threads, int stride)
{
	strided<<<1, threads>>>(out, stride);
}

int main(int argc, char **)
{
	run(nullptr, argc, argc / 2);
}
