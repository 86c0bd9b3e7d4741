/* The compiler's own functions, and memcpy() of what addresses are made of. */

__global__ void built_in(float *out)
{
	__shared__ float s[1024];
	float *p = (float *)__builtin_assume_aligned(s, 16);
	int lane = threadIdx.x;
	if (__builtin_expect(lane >= 0, 1))
		p[lane * 32] = 1; // fact: store 32/1 exact
	__syncthreads();
	/* 1, 2 and up to 5 bits: 6 rows of one bank. */
	s[__builtin_popcount(lane) * 32] = 2; // fact: store 6/1 exact
	__syncthreads();
	/* 31, 30, 29, 28, 27, 26 zeros before 1, 2, 4, 8, 16, 32. */
	out[lane] = s[(31 - __builtin_clz(lane + 1)) * 32]; // fact: load 6/1 exact
	out[lane] += s[__builtin_abs(-lane) * 2]; // fact: load 2/1 exact
}

template <typename To, typename From> __device__ To bits_of(const From &from)
{
	To to;
	static_assert(sizeof to == sizeof from, "");
	memcpy(&to, &from, sizeof to);
	return to;
}

struct View {
	float *at;
	int stride; /* and 4 bytes that nothing sets */
};

__global__ void copied(float *out, float data)
{
	__shared__ float s[1024];
	View view = { s, 32 }, same;
	memcpy(&same, &view, sizeof same);
	same.at[threadIdx.x * same.stride] = 1; // fact: store 32/1 exact
	__syncthreads();
	unsigned long long address = bits_of<unsigned long long>(s + 1);
	address += threadIdx.x * 16;
	*bits_of<float *>(address) = 2; // fact: store 4/1 exact
	__syncthreads();
	int lane = threadIdx.x * 8;
	unsigned as_unsigned;
	__builtin_memcpy(&as_unsigned, &lane, sizeof lane);
	s[as_unsigned] = 3; // fact: store 8/1 exact
	__syncthreads();
	/* A part of what is there, several parts as one, and bits of a float that is the same in all lanes. */
	View part;
	memcpy(&part, &view, sizeof view.at);
	out[0] = part.at[threadIdx.x]; // fact: load 1/1 exact
	short halves[2] = { (short)threadIdx.x, 0 };
	int both;
	memcpy(&both, halves, sizeof both);
	out[1] = s[both & 1023]; // fact: load 1/1
	out[2] = s[bits_of<int>(data) & 1023]; // fact: load 1/1 exact
}

int main()
{
	built_in<<<1, 32>>>(nullptr);
	copied<<<1, 32>>>(nullptr, 1.f);
}
