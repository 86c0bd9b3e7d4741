// Bases, base initialisers and inherited constructors of template instances.
template <int N> struct Size {
	int value;
	__device__ constexpr Size(int v) : value(v * N) {}
	__device__ int get() const { return value; }
};
template <int N> struct Mid : Size<N> {
	using Size<N>::Size;
};
template <class T, int N> struct Two : Size<N>, Mid<N + 1> {
	T more;
	__device__ constexpr Two(int a, T b) : Size<N>(a), Mid<N + 1>(a + 1), more(b) {}
};
template <class Self> struct Crtp {
	__device__ int stride() const { return static_cast<const Self *>(this)->n; }
};
struct Mine : Crtp<Mine> {
	int n;
	__device__ Mine(int n) : n(n) {}
};
template <class Base> struct Wrap : Base {
	using Base::Base;
	int k = 3;
};
template <int N> struct Empty {};
template <int N> struct Packed : Empty<N>, Empty<N + 1> {
	int first = N, second = 2 * N;
};
template <class T> struct Delegates {
	T a, b;
	__device__ Delegates(T a, T b) : a(a), b(b) {}
	__device__ Delegates(T a) : Delegates(a, a + 1) {}
};

__global__ void bases(float *out)
{
	__shared__ float tile[32 * 64];
	Two<int, 2> two(4, 5);
	Mine mine(33);
	Wrap<Size<16>> wrap(2);
	Packed<2> packed;
	Delegates<int> pair(9);
	tile[threadIdx.x * two.Size<2>::get()] = 1; // fact: store 8/1 exact
	tile[threadIdx.x * two.Mid<3>::value] = 1; // fact: store 1/1 exact
	tile[threadIdx.x * two.more] = 1; // fact: store 1/1 exact
	tile[threadIdx.x * mine.stride()] = 1; // fact: store 1/1 exact
	tile[threadIdx.x * wrap.value] = 1; // fact: store 32/1 exact
	tile[threadIdx.x * wrap.k] = 2; // fact: store 1/1 exact
	tile[threadIdx.x * packed.first] = 1; // fact: store 2/1 exact
	tile[threadIdx.x * packed.second] = 1; // fact: store 4/1 exact
	tile[threadIdx.x * pair.b] = 1; // fact: store 2/1 exact
	out[0] = tile[5]; // fact: load 1/1 exact
}

int main()
{
	bases<<<1, 32>>>(nullptr);
}
