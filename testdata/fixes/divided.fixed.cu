/* Dynamic shared memory that pointers divide: the rows of one part get longer, those behind it begin later, and launches allocate more. */
constexpr int BM = 64, BN = 64, BK = 16;

static __global__ void product(const int *in, int *out)
{
	extern __shared__ __align__(16) char smem[];
	float *as = reinterpret_cast<float *>(smem);
	float *bs = as + BM * (BK + 4);
	int *flags = (int *)(bs + BK * BN);
	const int t = threadIdx.x;
	for (int i = 0; i < BK; i++)
		as[t * (BK + 4) + i] = (float)(in[t * BK + i] & 255);
	for (int i = 0; i < BK; i++)
		bs[i * BN + t] = (float)(in[1024 + i * BN + t] & 255);
	flags[t] = t;
	__syncthreads();
	float sum = 0;
	for (int k = 0; k < BK; k++)
		sum += as[t * (BK + 4) + k] * bs[k * BN + t];
	out[t] = (int)sum + flags[t ^ 1];
}

void launch(const int *in, int *out, int n)
{
	product<<<1, BM, (BM * BK + BK * BN) * sizeof(float) + BM * sizeof(int) + BM * 16>>>(in, out);
}
