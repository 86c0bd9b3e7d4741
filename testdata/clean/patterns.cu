/* Patterns without a conflict that look as if they had one. */

struct Triple {
	float x, y, z;
};

/* 12 bytes from lane to lane: 3 and 32 have no divisor in common. */
__global__ void triples(const int *in, int *out)
{
	__shared__ Triple t[64];
	int tid = threadIdx.x;
	t[tid].x = in[tid]; // fact: store 2/2 exact
	t[tid].y = in[tid]; // fact: store 2/2 exact
	__syncthreads();
	out[tid] = (int)(t[63 - tid].x + t[tid].y); // fact: load 4/4 exact
}

/* Broadcasts: one word, a few words, one word a warp. */
__global__ void broadcasts(const int *in, int *out)
{
	__shared__ int data[256];
	int tid = threadIdx.x;
	data[tid] = in[tid]; // fact: store 8/8 exact
	__syncthreads();
	int got = data[7]; // fact: load 8/8 exact
	got += data[tid / 32]; // fact: load 8/8 exact
	got += data[tid % 32 / 4 * 4]; // fact: load 8/8 exact
	got += data[blockIdx.x]; // fact: load 8/8 exact
	out[tid] = got;
}

/* Wide elements take several passes, and need them. */
__global__ void wide(const int *in, int *out)
{
	__shared__ double doubles[32];
	__shared__ float4 vectors[32];
	__shared__ float4 rows[32][9];
	int lane = threadIdx.x;
	doubles[lane] = in[lane]; // fact: store 2/2 exact
	vectors[lane] = make_float4(1, 2, 3, in[lane]); // fact: store 4/4 exact
	rows[lane][0] = make_float4(1, 2, 3, in[lane]); // fact: store 4/4 exact
	__syncthreads();
	float4 v = vectors[lane ^ 1]; // fact: load 4/4 exact
	float4 w = rows[lane ^ 2][0]; // fact: load 4/4 exact
	out[lane] = (int)(doubles[31 - lane] + v.x + v.y + v.z + v.w + w.x + w.y + w.z + w.w); // fact: load 2/2 exact
}

/* Half precision and bytes: several lanes share a word. */
__global__ void narrow(const int *in, int *out)
{
	__shared__ short shorts[64];
	__shared__ unsigned char bytes[32][36];
	int lane = threadIdx.x;
	shorts[lane * 2] = (short)in[lane]; // fact: store 1/1 exact
	bytes[lane][3] = (unsigned char)in[lane]; // fact: store 1/1 exact
	__syncthreads();
	out[lane] = shorts[lane] + bytes[31 - lane][3]; // fact: load 2/2 exact
}

/* Any distance that is the same for all lanes, whatever it is at run time. */
__global__ void offsets(const int *in, int *out, int n)
{
	extern __shared__ int pool[];
	int lane = threadIdx.x;
	pool[n + lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	for (int i = 0; i < n; i++)
		out[i * 32 + lane] = pool[i + lane]; // fact: load 1/1
	pool[n * 3 + lane * 5] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	out[lane] = pool[n * 3 + lane]; // fact: load 1/1 exact
}

/* The lanes of a warp walk a diagonal. */
__global__ void diagonal(const int *in, int *out)
{
	__shared__ int tile[32][32];
	int lane = threadIdx.x, sum = 0;
	for (int i = 0; i < 32; i++)
		tile[i][(i + lane) % 32] = in[lane]; // fact: store 32/32 exact
	__syncthreads();
	for (int i = 0; i < 32; i++)
		sum += tile[lane][(i + lane) % 32]; // fact: load 32/32 exact
	out[lane] = sum;
}

/* Atomics of different words of different banks, and of one lane. */
__global__ void atomics(const int *in, int *out)
{
	__shared__ int data[33];
	int lane = threadIdx.x;
	data[lane] = 0; // fact: store 1/1 exact
	if (lane == 0)
		data[32] = 0; // fact: store 1/1 exact
	__syncthreads();
	atomicAdd(&data[31 - lane], in[lane]); // fact: atomic 1/1 exact
	if (lane == 5)
		atomicAdd(&data[32], in[lane]); // fact: atomic 1/1 exact
	__syncthreads();
	out[lane] = data[lane] + data[32]; // fact: load 2/2 exact
}

void launch(const int *in, int *out, int n)
{
	triples<<<1, 64>>>(in, out);
	broadcasts<<<1, 256>>>(in, out);
	wide<<<1, 32>>>(in, out);
	narrow<<<1, 32>>>(in, out);
	offsets<<<1, 32, (3 * n + 256) * sizeof(int)>>>(in, out, n);
	diagonal<<<1, 32>>>(in, out);
	atomics<<<1, 32>>>(in, out);
}
