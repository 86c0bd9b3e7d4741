/* Four adjacent words of a thread, behind an index that is shifted to the left and back: whether they are one load.  By nvcc 13.0 for
 * sm_90: 8 LDS.128 in each kernel but the first two, which have 32 LDS. */

/* (t << 5) >> 3 of signed t: nvcc does not know that it is a multiple of four. */
__global__ void shifts(const float *in, float *out)
{
	__shared__ float s[1152];
	int t = threadIdx.x;
	for (int i = 0; i < 32; i++)
		s[i * 36 + t] = in[i * 32 + t]; // fact: store 32/32 exact
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < 32; i++)
		sum += s[(t << 5) + ((t << 5) >> 3) + i]; // fact: load 128/32 bound
	out[t] = sum;
}

/* Nor of a multiple of (t << 5) >> 5. */
__global__ void scaled(const float *in, float *out)
{
	__shared__ float s[1152];
	int t = threadIdx.x;
	for (int i = 0; i < 32; i++)
		s[i * 36 + t] = in[i * 32 + t]; // fact: store 32/32 exact
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < 32; i++)
		sum += s[(t << 5) + ((t << 5) >> 5) * 4 + i]; // fact: load 128/32 bound
	out[t] = sum;
}

/* A product does not overflow: it is divided again. */
__global__ void products(const float *in, float *out)
{
	__shared__ float s[1152];
	int t = threadIdx.x;
	for (int i = 0; i < 32; i++)
		s[i * 36 + t] = in[i * 32 + t]; // fact: store 32/32 exact
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < 32; i++)
		sum += s[t * 32 + (t * 32 >> 5) * 4 + i]; // fact: load 32/32 exact
	out[t] = sum;
}

/* Without a sign the lower bits stay known. */
__global__ void without_sign(const float *in, float *out)
{
	__shared__ float s[1152];
	unsigned t = threadIdx.x;
	for (int i = 0; i < 32; i++)
		s[i * 36 + t] = in[i * 32 + t]; // fact: store 32/32 exact
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < 32; i++)
		sum += s[(t << 5) + ((t << 5) >> 3) + i]; // fact: load 32/32 exact
	out[t] = sum;
}

void launch(const float *in, float *out)
{
	shifts<<<1, 32>>>(in, out);
	scaled<<<1, 32>>>(in, out);
	products<<<1, 32>>>(in, out);
	without_sign<<<1, 32>>>(in, out);
}
