/* The budget of host code ends while a function with several ways through it is run once for each of them: of one of these runs
 * the loop is cut earlier than in the run before.  OPS moves the end of the budget. */
__global__ void columns(float *out)
{
	__shared__ float tile[32 * 32];
	tile[threadIdx.x * 32] = out[threadIdx.x];
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x * 32];
}

static int several_ways(int a, int n)
{
	int sum = 0;
	for (int i = 0; i < n && i < 5; i++)
		for (int j = 0; j < 20; j++)
			sum += a;
	if (a > 3)
		return 1;
	return sum;
}

#define FIVE(x) x x x x x

int main(int argc, char **argv)
{
	float *out = nullptr;
	int sum = 0, i = argc;
	for (int j = 0; j < OPS; j++)
		sum += j;
	FIVE(FIVE(FIVE(FIVE(i *= 3; sum += several_ways(argc + i, argc * i);))))
	columns<<<1, 32>>>(out + sum);
}
