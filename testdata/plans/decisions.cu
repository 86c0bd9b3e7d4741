/* What nvcc is predicted to do with each access (smemlint facts --dump-merge): the comments are parts of these lines.
 * The decisions that are certain were measured: their like is in kernels/merge.cu, kernels/redundant.cu and
 * testdata/facts/partly_used.cu, with rows in testdata/measured/h200_lines.tsv. */

/* As in kernels/merge.cu, three and two_of_four: a gap is loaded, too; two words that are no pair are loaded in one line. */
__global__ void groups(const float *in, float *out)
{
	__shared__ float data[128];
	const int lane = threadIdx.x;
	data[lane] = in[lane]; // plan: : stays; certain
	__syncthreads();
	float a = data[4 * lane + 1]; // plan: a request of 16 bytes for 3 accesses of 4, with lines 13, 14; certain
	float b = data[4 * lane + 2]; // plan: : part of the requests of line 12; certain
	float c = data[4 * lane + 3]; // plan: : part of the requests of line 12; certain
	__syncthreads();
	float d = data[2 * lane]; // plan: a request of 8 bytes for 2 accesses of 4, with line 17; certain
	float e = data[2 * lane + 1]; // plan: : part of the requests of line 16; certain
	out[lane] = a + b + c + d + e;
}

/* As in kernels/redundant.cu, twice; a load behind a barrier stays. */
__global__ void again(const float *in, float *out)
{
	__shared__ float data[64];
	const int lane = threadIdx.x;
	data[lane] = in[lane]; // plan: : stays; certain
	__syncthreads();
	float a = data[2 * lane]; // plan: : stays; certain
	float b = data[lane + lane] * in[3]; // plan: dropped, line 28 has its value; certain
	__syncthreads();
	out[lane] = a + b + data[2 * lane]; // plan: : stays; certain
}

/* As in testdata/facts/partly_used.cu. */
__global__ void parts(float *out)
{
	__shared__ float4 data[32];
	const int lane = threadIdx.x;
	data[lane] = make_float4(lane, lane, lane, lane); // plan: store of 16 bytes of 'data': stays; certain
	__syncthreads();
	const float4 v = data[31 - lane]; // plan: load of 16 bytes of 'data': only 4 of these bytes are accessed; certain
	out[lane] = v.y;
}

/* A distance that the text does not show to be constant; an alignment that it does not show. */
__global__ void hidden(const float *in, float *out, int n)
{
	__shared__ float data[256];
	const int lane = threadIdx.x;
	data[lane] = in[lane]; // plan: : stays; certain
	__syncthreads();
	const int low = min(4 * lane, 124);
	float a = data[low]; // plan: : stays; perhaps otherwise: whether its address is aligned enough
	float b = data[low + 1]; // plan: : stays; perhaps otherwise: whether its address is aligned enough
	for (int i = 0; i < n; i++)
		b += data[2 * lane + i % 2]; // plan: : stays; perhaps otherwise:
	out[lane] = a + b;
}

/* What is written twice, loaded again in a condition, or loaded anew in each iteration. */
__global__ void perhaps(const float *in, float *out, int n)
{
	__shared__ float data[64];
	const int lane = threadIdx.x;
	data[lane] = in[lane]; // plan: : stays; perhaps otherwise: a later store may overwrite it before it is read
	data[lane] = in[lane + 32]; // plan: : stays
	__syncthreads();
	float a = data[2 * lane]; // plan: : stays
	if (in[lane] > 0)
		a += data[2 * lane] * in[3]; // plan: perhaps otherwise: its value may still be in a register
	__syncthreads();
	for (int i = 0; i < n; i++)
		a += data[lane] * in[i]; // plan: the load may be hoisted out of a loop
	out[lane] = a;
}

/* Both branches store to one address. */
__global__ void branches(const float *in, float *out, int n)
{
	__shared__ float data[32];
	const int lane = threadIdx.x;
	if (lane < n)
		data[lane] = in[lane]; // plan: perhaps otherwise: it may become one with an access of the other branch
	else
		data[lane] = in[0]; // plan: perhaps otherwise: it may become one with an access of the other branch
	__syncthreads();
	out[lane] = data[31 - lane]; // plan: : stays; certain
}

int main()
{
	float *p = nullptr;
	groups<<<1, 32>>>(p, p);
	again<<<1, 32>>>(p, p);
	parts<<<1, 32>>>(p);
	hidden<<<1, 32>>>(p, p, 3);
	perhaps<<<1, 32>>>(p, p, 3);
	branches<<<1, 32>>>(p, p, 3);
}
