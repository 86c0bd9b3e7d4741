/* A load that LLVM moves, out of an unrolled loop or of both branches of a condition, has no line in nvcc's PTX (.loc 1 0).  It is
 * counted at the line of the instruction before it in the machine code: of a load before, or of a later one whose address ptxas
 * computes early, over loops, conditions and barriers.  So loads outside of conditions and loops that follow are bounds, and so is
 * the last one before.  Random kernels of these forms were measured on an H200 (2026-11-25, nvcc 13.0): the line of the first load in
 * over_a_loop had 3 wavefronts where it takes 2 itself, the last in over_barriers 64 where it takes 32, the last in from_both_branches
 * 6 where it takes 4.  In the machine code of 3,750 random kernels (nvcc 13.0, sm_90), 25 such loads were at lines that were exact
 * before, the farthest the fifth load after.  A store's cost does not depend on what is loaded at its line. */

/* The load of the second loop is before the first one, at the line of the load before that. */
__global__ void over_a_loop(const int *in, int *out)
{
	__shared__ float2 s[288];
	const int x = threadIdx.x;
	float sum = in[x];
	for (int i = x; i < 288; i += blockDim.x)
		s[i] = make_float2(in[i], in[i] + 1); // fact: store 18/18 exact
	__syncthreads();
	sum += s[(x / 8 * 4 + x * 2) % 288].x; // fact: load * bound (288 is not what was measured)
	for (int i = x; i < 288; i += blockDim.x)
		sum += s[(i * 10 + x * 33 + 1) % 288].x; // fact: load * bound (so)
	for (int i = 0; i < 8; i++)
		sum += s[(x / 8 + 2) % 288].x; // fact: load 1/1 bound
	__syncthreads();
	sum += s[x].x; // fact: load 2/1 bound
	out[x] = (int)sum;
}

/* The load of the first loop is at the last line.  What a condition guards is farther than the next two. */
__global__ void over_barriers(const int *in, int *out)
{
	__shared__ float4 s[1024];
	__shared__ float2 r[256];
	const int t = threadIdx.x;
	float sum = in[t];
	for (int i = t; i < 1024; i += blockDim.x)
		s[i] = make_float4(in[i], 1, 2, in[i] + 3); // fact: store 128/128 exact
	r[t] = make_float2(in[t], 1); // fact: store 16/16 exact
	__syncthreads();
	for (int i = 0; i < 16; i++)
		sum += s[(t * 5) % 1024].x; // fact: load 32/8 bound
	if (t % 3 == 0)
		sum += r[t].y; // fact: load 8/8 bound
	if (t % 5 == 0)
		sum += r[t / 5].y; // fact: load 8/8 bound
	if (t % 7 == 0)
		sum += r[t / 7].y; // fact: load 8/8 exact
	__syncthreads();
	sum += r[t].x; // fact: load 16/8 bound
	__syncthreads();
	sum += s[t % 1024].x; // fact: load 32/8 bound
	out[t] = (int)sum;
}

/* What both branches begin with is loaded once, before them. */
__global__ void from_both_branches(const int *in, int *out)
{
	__shared__ double s[256];
	const int x = threadIdx.x, y = threadIdx.y, t = y * 8 + x, w = t >> 5;
	float sum = in[t];
	for (int i = t; i < 256; i += blockDim.x * blockDim.y)
		s[i] = in[i]; // fact: store 16/16 exact
	__syncthreads();
	if (t % 3 == 0)
		sum += s[w]; // fact: load 2/2 bound
	else
		sum -= s[w]; // fact: load 2/2 bound
	if (t % 3 == 0)
		sum += s[(w + (t & 31) + x * 34) & 255]; // fact: load * bound (two expressions of the lane)
	__syncthreads();
	sum += s[t]; // fact: load 4/4 bound
	out[t] = (int)sum;
}

int main()
{
	over_a_loop<<<1, 32>>>(nullptr, nullptr);
	over_barriers<<<1, 256>>>(nullptr, nullptr);
	from_both_branches<<<1, dim3(8, 8)>>>(nullptr, nullptr);
}
