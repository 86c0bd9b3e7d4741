/* Casts of pointers: what counts is the address and the width of the access. */

__global__ void as_float4(const int *in, int *out)
{
	__shared__ __align__(16) float data[32 * 8];
	int lane = threadIdx.x;
	for (int i = 0; i < 8; i++)
		data[i * 32 + lane] = in[lane]; // fact: store 8/8 exact
	__syncthreads();
	float4 v = *reinterpret_cast<const float4 *>(&data[lane * 8]); // fact: load 8/4 exact
	float4 w = reinterpret_cast<float4 *>(data)[lane]; // fact: load 4/4 exact
	out[lane] = (int)(v.x + v.y + v.z + v.w + w.x + w.y + w.z + w.w);
}

__global__ void as_int2(const int *in, int *out)
{
	__shared__ __align__(16) int data[32 * 6];
	int lane = threadIdx.x;
	*(int2 *)(data + lane * 6) = make_int2(in[lane], in[lane + 1]); // fact: store 2/2 exact
	__syncthreads();
	int2 v = ((int2 *)data)[lane * 2 % 32]; // fact: load 4/2 exact
	out[lane] = v.x + v.y;
}

__global__ void as_bytes(const int *in, int *out)
{
	__shared__ int data[32 * 32];
	int lane = threadIdx.x;
	for (int i = 0; i < 32; i++)
		data[i * 32 + lane] = in[lane]; // fact: store 32/32 exact
	__syncthreads();
	const unsigned char *bytes = (const unsigned char *)data;
	int got = bytes[lane]; // fact: load 1/1 exact
	got += bytes[lane * 128 + 3]; // fact: load 32/1 exact
	got += ((const char *)data + 2)[lane * 36]; // fact: load 1/1 exact
	out[lane] = got;
}

__global__ void as_shorts(const int *in, int *out)
{
	__shared__ int data[32 * 2];
	int lane = threadIdx.x;
	short *shorts = reinterpret_cast<short *>(data);
	shorts[lane * 4] = (short)in[lane]; // fact: store 2/1 exact
	shorts[lane * 4 + 3] = (short)in[lane]; // fact: store 2/1 exact
	__syncthreads();
	int got = shorts[lane]; // fact: load 1/1 exact
	got += *(shorts + (lane ^ 1) * 4); // fact: load 2/1 exact
	out[lane] = got;
}

/* A step in bytes, then back to floats: rows of 132 bytes. */
__global__ void by_bytes(const int *in, int *out)
{
	__shared__ __align__(4) char bytes[32 * 132];
	int lane = threadIdx.x;
	*(float *)(bytes + lane * 132) = (float)in[lane]; // fact: store 1/1 exact
	__syncthreads();
	const float *row = (const float *)(bytes + lane * 128);
	out[lane] = (int)*row; // fact: load 32/1 exact
}

__global__ void doubles_in_words(const int *in, int *out)
{
	__shared__ __align__(8) unsigned data[128];
	int lane = threadIdx.x;
	*(double *)&data[lane * 4] = in[lane]; // fact: store 4/2 exact
	__syncthreads();
	double d = ((double *)data)[lane * 2 + 1]; // fact: load 4/2 exact
	long long l = *(const long long *)(const void *)&data[2 * (lane / 2)]; // fact: load 1/1 exact
	out[lane] = (int)(d + (double)l);
}

/* The difference of two pointers is an index; so is a pointer's comparison a condition. */
__global__ void differences(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x;
	int *p = data + lane * 3;
	p[0] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	long long index = p - data;
	int got = data[index * 8]; // fact: load 8/1 exact
	got += p < data + 48 ? data[lane * 32] : 3; // fact: load 16/1 exact
	out[lane] = got;
}

void launch(const int *in, int *out, int)
{
	as_float4<<<1, 32>>>(in, out);
	as_int2<<<1, 32>>>(in, out);
	as_bytes<<<1, 32>>>(in, out);
	as_shorts<<<1, 32>>>(in, out);
	by_bytes<<<1, 32>>>(in, out);
	doubles_in_words<<<1, 32>>>(in, out);
	differences<<<1, 32>>>(in, out);
}
