// What a template library is written with: variable templates, structured bindings of tuples, default arguments that depend on
// template parameters, converting constructors and conversion functions, integral constants as values, folds, lists.
template <class T, T V> struct Constant {
	static constexpr T value = V;
	__device__ constexpr operator T() const { return V; }
};
template <int V> using C = Constant<int, V>;
template <int V> inline constexpr int doubled = 2 * V;
template <class T> inline constexpr bool is_constant = false;
template <int V> inline constexpr bool is_constant<C<V>> = true;

template <class A, class B> struct Pair {
	A first;
	B second;
};
namespace std {
template <class T> struct tuple_size;
template <unsigned long I, class T> struct tuple_element;
template <class A, class B> struct tuple_size<Pair<A, B>> {
	static constexpr unsigned long value = 2;
};
template <class A, class B> struct tuple_element<0, Pair<A, B>> {
	using type = B;
};
template <class A, class B> struct tuple_element<1, Pair<A, B>> {
	using type = A;
};
}
template <unsigned long I, class A, class B> __device__ constexpr auto get(const Pair<A, B> &pair)
{
	if constexpr (I == 0)
		return pair.second; /* reversed, so that members taken in their order would be wrong */
	else
		return pair.first;
}

struct Stride {
	int n;
	__device__ constexpr Stride(int n = 1) : n(n) {}
	__device__ constexpr operator int() const { return n; }
};
template <class T, class S = Stride> struct View {
	T *data;
	S stride;
	__device__ View(T *data, S stride = {}) : data(data), stride(stride) {}
	__device__ T &operator()(int i) const { return data[i * int(stride)]; }
};
template <class T, class S> View(T *, S) -> View<T, S>;
template <class T> View(T *) -> View<T>;

template <class... T> __device__ constexpr int sum(T... v)
{
	return (0 + ... + int(v));
}
template <class S> __device__ int step(S s = S{ 4 })
{
	return s;
}
struct Grid {
	int rows[3], columns;
	Stride inner;
};

__global__ void library(float *out)
{
	__shared__ float s[32 * 64];
	int t = threadIdx.x;
	auto [a, b] = Pair<int, C<16>>{ 8, {} };
	View plain(s);
	View wide(s, Stride(2));
	View typed(s, C<32>{});
	Grid grid = { { 1, 2 }, 4, 6 }, copy = grid;
	s[t * doubled<4>] = 1; // fact: store 8/1
	s[t * (is_constant<C<3>> ? 2 : 32)] = 1; // fact: store 2/1
	s[t * (is_constant<int> ? 2 : 32)] = 1; // fact: store 32/1
	s[t * a] = 1; // fact: store 16/1
	s[t * b] = 1; // fact: store 8/1
	plain(t) = 1; // fact: store 1/1
	s[t * wide.stride] = 1; // fact: store 2/1
	s[t * typed.stride] = 1; // fact: store 32/1
	s[t * sum(C<3>{}, 4, Stride(9))] = 1; // fact: store 16/1
	s[t * step<Stride>()] = 1; // fact: store 4/1
	s[t * grid.rows[1]] = 1; // fact: store 2/1
	s[t * (grid.rows[2] + copy.columns)] = 1; // fact: store 4/1
	s[t * copy.inner] = 1; // fact: store 2/1
	out[0] = s[0]; // fact: load 1/1
}

int main()
{
	library<<<1, 32>>>(nullptr);
}
