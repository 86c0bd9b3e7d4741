/* Every access is where data say, and no conflict is certain: the exchanged array has none, whatever they say. */
__global__ void queues(const int *in, int *out, int n)
{
	__shared__ int queue[32][64];
	int t = threadIdx.x, head = 0, tail = in[t] & 31, sum = 0;
	for (int i = 0; i < n; i++) {
		int value = in[i * 64 + t];
		if (value & 1)
			queue[tail++ & 31][t] = value;
		else if (head != tail)
			sum += queue[head++ & 31][t];
	}
	out[t] = sum;
}

void launch(const int *in, int *out, int n)
{
	queues<<<1, 64>>>(in, out, n);
}
