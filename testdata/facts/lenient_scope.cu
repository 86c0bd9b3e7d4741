/* Members of a type that depends on a parameter, without the word `template`: nvcc takes them. */
struct Identity {
	template <unsigned COLUMNS> __device__ static unsigned apply(unsigned i)
	{
		return i * COLUMNS;
	}
};

template <class T, unsigned COLUMNS> __global__ void applied(const int *in, int *out)
{
	__shared__ int data[64 * COLUMNS];
	constexpr unsigned HALF = COLUMNS / 2;
	const auto i = T::apply<HALF>(threadIdx.x);
	data[i] = in[0]; // fact: store 4/1 exact
	__syncthreads();
	data[T::apply<COLUMNS / 4>(threadIdx.x) + 1] = 2; // fact: store 2/1 exact
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 1/1 exact
}

template <int BY, int WIDE> struct Scaled {
	template <int TIMES> __device__ static void store(int *data, int i, int value)
	{
		data[BY * TIMES * i] = value; // fact: store 8/1 exact
	}
};

template <int BY, int WIDE> __global__ void behind_a_comment(const int *in, int *out)
{
	__shared__ int data[256];
	int i = threadIdx.x;
	// A sentence that ends with a full stop.
	Scaled<BY, WIDE>::store<4>(data, i, in[i]);
	__syncthreads();
	out[i] = data[i]; // fact: load 1/1 exact
}

void launch(const int *in, int *out)
{
	behind_a_comment<2, 4><<<1, 32>>>(in, out);
	applied<Identity, 8><<<1, 32>>>(in, out);
}
