/* A record that is copied over two lines: nvcc gives the access the line of the right-hand side; if a function is inlined into the
 * statement, the line with which it begins (line tables of nvcc 13.0, -O2 -lineinfo, sm_90). */
__device__ int swizzled(int i)
{
	return i ^ i >> 3 & 7;
}

__device__ float4 both(float4 a, float4 b)
{
	return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

__global__ void copies(const float4 *in, float4 *out)
{
	__shared__ float4 plain[32], called[32], added[32], masked[32];
	int lane = threadIdx.x;
	plain[lane] =
		in[lane]; // fact: store 4/4 exact
	called[swizzled(lane)] = // fact: store 4/4 exact
		in[lane + 32];
	added[lane] = // fact: store 4/4 exact
		both(in[lane],
		     in[lane + 64]);
	masked[lane ^ 1] =
		in[lane + 96]; // fact: store 4/4 exact
	__syncthreads();
	out[lane] =
		plain[lane ^ 2]; // fact: load 4/4 exact
	out[lane + 32] = // fact: load 4/4 exact
		called[swizzled(lane ^ 3)];
	out[swizzled(lane) + 64] = // fact: load 4/4 exact
		added[lane ^ 3];
	out[lane + 96] =
		masked[lane]; // fact: load 4/4 exact
}

void launch(const float4 *in, float4 *out)
{
	copies<<<1, 32>>>(in, out);
}
