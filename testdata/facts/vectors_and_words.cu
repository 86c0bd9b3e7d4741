/* A float2 and a word of the same aligned 16 bytes: to ptxas the vector is two words, and the three of them make one load of 16 bytes;
 * a number of 8 bytes is not merged with words, nor with a vector (the machine code of nvcc 13.0 for sm_90 has LDS.128 for
 * vector_and_word and word_and_vector, two LDS.64 for vector_and_number, LDS.64 and LDS.32 for number_and_word). */
__global__ void vector_and_word(const int *in, float *out)
{
	__shared__ __align__(16) float s[1024];
	const int t = threadIdx.x;
	s[t] = in[t]; // fact: store 8/8 exact
	__syncthreads();
	const float *p = s + (t & 63) * 4;
	const float2 v = *(const float2 *)p; // fact: load 32/16 bound
	out[t] = v.x * v.y + p[3]; // fact: load 32/8 bound
}

__global__ void word_and_vector(const int *in, float *out)
{
	__shared__ __align__(16) float s[1024];
	const int t = threadIdx.x;
	s[t] = in[t]; // fact: store 8/8 exact
	__syncthreads();
	const float *p = s + (t & 63) * 4;
	const float2 v = *(const float2 *)(p + 2); // fact: load 32/16 bound
	out[t] = v.x * v.y + p[0]; // fact: load 32/8 bound
}

__global__ void vector_and_number(const int *in, float *out)
{
	__shared__ __align__(16) float s[1024];
	const int t = threadIdx.x;
	s[t] = in[t]; // fact: store 8/8 exact
	__syncthreads();
	const float *p = s + (t & 63) * 4;
	const float2 v = *(const float2 *)p; // fact: load * bound (32/16 alone, 32/32 if it is merged)
	out[t] = v.x * v.y + *(const double *)(p + 2); // fact: load * bound (so)
}

__global__ void number_and_word(const int *in, float *out)
{
	__shared__ __align__(16) float s[1024];
	const int t = threadIdx.x;
	s[t] = in[t]; // fact: store 8/8 exact
	__syncthreads();
	const float *p = s + (t & 63) * 4;
	const double v = *(const double *)p; // fact: load 32/16 exact
	out[t] = v + p[3]; // fact: load 32/8 exact
}

int main()
{
	vector_and_word<<<1, 256>>>(nullptr, nullptr);
	word_and_vector<<<1, 256>>>(nullptr, nullptr);
	vector_and_number<<<1, 256>>>(nullptr, nullptr);
	number_and_word<<<1, 256>>>(nullptr, nullptr);
}
