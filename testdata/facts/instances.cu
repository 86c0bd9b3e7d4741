/* Templates that are instantiated explicitly, in whatever words. */

#define ROWS(name)                                                   \
	__shared__ float rows[32 * 32];                              \
	rows[threadIdx.x] = 0;                                       \
	__syncthreads();                                             \
	out[threadIdx.x] = rows[threadIdx.x * N];

template <int N, typename T> __global__ void literally(T *out)
{
	ROWS() // fact: load 16/8 exact | store 8/8 exact
}
template __global__ void literally<2, float>(float *);

#define MAKE(n, T) template __global__ void by_macro<n, T>(T *);
#define MAKE_ALL(T) MAKE(4, T) MAKE(8, T)
template <int N, typename T> __global__ void by_macro(T *out)
{
	ROWS() // fact: load 32/8 exact | load 64/8 exact | store 8/8 exact
}
MAKE_ALL(float)

template <int N> __global__ void declared_first(float *out);
extern template __global__ void declared_first<2>(float *);
template <int N> __global__ void declared_first(float *out)
{
	ROWS() // fact: load 16/8 exact | store 8/8 exact
}
template __global__ void declared_first<2>(float *);

template <int N, typename T> __global__ void only_declared(T *out)
{
	ROWS() // fact: load 8/1 exact block 32 | store 1/1 exact block 32
}
extern template __global__ void only_declared<8, float>(float *);
void launch_declared(float *out)
{
	only_declared<8><<<1, 32>>>(out);
}

template <int N> __global__ void by_host(float *out)
{
	ROWS() // fact: load 8/2 exact block 64 | store 2/2 exact block 64
}
template <int N> void launches(float *out)
{
	by_host<N><<<1, 64>>>(out);
}
#define LAUNCHES(n) template void launches<n>(float *)
LAUNCHES(4);

template <int N> __global__ void by_class(float *out)
{
	ROWS() // fact: load 8/1 exact block 32 | store 1/1 exact block 32
}
template <int N> struct Launcher {
	void run(float *out)
	{
		by_class<N><<<1, 32>>>(out);
	}
};
template struct Launcher<8>;

template <int N> __global__ void by_method(float *out)
{
	ROWS() // fact: load 16/1 exact block 32 | store 1/1 exact block 32
}
template <int N> struct Other {
	void run(float *out);
};
template <int N> void Other<N>::run(float *out)
{
	by_method<N><<<1, 32>>>(out);
}
template void Other<16>::run(float *);

namespace space
{
template <int N> __global__ void inside(float *out)
{
	ROWS() // fact: load 16/8 exact | store 8/8 exact
}
}
template __global__ void space::inside<2>(float *);
