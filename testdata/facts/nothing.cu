// Calls that give an object without data, whose type says all.  Those that have no other effect are deleted by nvcc, with all that
// they read; those that have one are not.
namespace std {
template <class T> struct tuple_size;
template <unsigned long I, class T> struct tuple_element;
}
// exit: 3
template <int V> struct C {
	static constexpr int value = V;
	__device__ constexpr operator int() const { return V; }
};
template <class... T> struct Tuple : T... {};
struct Counter {
	int n;
	__device__ C<1> next()
	{
		n++;
		return {};
	}
	__device__ constexpr C<1> peek() const
	{
		int copy = n;
		copy++;
		return {};
	}
};

/* --- without an effect ---------------------------------------------------------------------------- */

template <int A, int B> __device__ constexpr C<A * B> operator*(C<A>, C<B>)
{
	return {};
}
template <class A, class B> __device__ constexpr auto paired(const A &, const B &)
{
	return Tuple<A, B>{};
}
template <class T> __device__ constexpr C<1> ignores(const T &)
{
	return {};
}
template <class T> __device__ C<2> reads(const T &x)
{
	T copy = x;
	copy += x;
	Counter counter{ 3 };
	counter.n = (int)copy;
	return {};
}
template <class T> __device__ C<2> branches(const T &x)
{
	if (x > 0)
		return reads(x);
	return x < -1 ? C<2>{} : reads(x);
}

/* --- with one -------------------------------------------------------------------------------------- */

__shared__ float named[32 * 32];

template <class T> __device__ C<2> stores(T &x)
{
	x = 1; // fact: store 4/1
	return {};
}
template <class T> __device__ C<2> passes(T &x)
{
	return stores(x);
}
__device__ C<2> names(int i)
{
	named[i * 8] = 1; // fact: store 8/1
	return {};
}
__device__ C<2> adds(float *x)
{
	atomicAdd(x, 1.0f); // fact: atomic 8/8 | load 10/4
	return {};
}
__device__ C<2> writes(unsigned at)
{
	asm volatile("st.shared.f32 [%0], %1;" ::"r"(at), "f"(1.0f)); // fact: store 16/1
	return {};
}
__device__ C<2> watches(const volatile float &x)
{
	float copy = x; // fact: load 2/1
	return {};
}
__device__ C<2> loops(float *x)
{
	for (int i = 0; i < 2; i++)
		x[i] = 1; // fact: store 8/2
	return {};
}
__device__ C<2> points(Counter &counter)
{
	Counter *to = &counter;
	to->n = 8;
	return {};
}
struct Holder {
	int &n;
};
__device__ C<2> holds(int &n)
{
	Holder holder{ n };
	holder.n = 16;
	return {};
}
__device__ C<2> doubles(int &n)
{
	n *= 2;
	return {};
}
struct Made {
	__device__ Made(int) {}
};
struct Starts {
	C<2> part;
	__device__ Starts(int &n) : part(doubles(n)) {}
};
__device__ C<2> declared(int *n);
struct Derived : Counter {};
__device__ Derived derived()
{
	Derived with{ 4 };
	return with;
}
struct Marker {
	__device__ Marker(int &n, int by) { n += by; }
};
struct Assigned {
	float *to;
	__device__ C<3> operator=(float v)
	{
		*to = v; // fact: store 2/1
		return {};
	}
};
struct Leaver {
	float *to;
	__device__ ~Leaver() { *to = 1; } // fact: store 32/1
};
__device__ C<2> leaves(float *to)
{
	{
		Leaver leaver{ to };
	}
	return {};
}
struct Parts {
	int *n;
};
template <> struct std::tuple_size<Parts> {
	static constexpr unsigned long value = 1;
};
template <> struct std::tuple_element<0, Parts> {
	using type = C<1>;
};
template <unsigned long I> __device__ C<1> get(Parts parts)
{
	*parts.n += 4;
	return {};
}
__device__ C<2> takes_apart(int *n)
{
	auto [part] = Parts{ n };
	return {};
}
template <class F> __device__ auto calls(F f)
{
	return f(C<1>{});
}
__device__ C<2> through(C<2> (*f)(int), int i)
{
	return f(i);
}
__device__ C<2> names_more(int i)
{
	named[i * 2] = 1; // fact: store 2/1
	return {};
}
__device__ C<4> copied(Counter &to, const Counter &from)
{
	to = from;
	return {};
}

__global__ void nothing(float *out)
{
	__shared__ float s[32 * 64];
	int t = threadIdx.x;

	auto product = C<2>{} * C<4>{};
	auto both = paired(product, C<3>{});
	s[t * product] = 1; // fact: store 8/1
	__syncthreads();
	reads(s[t * 4]);
	auto branch = branches(s[t * branches(s[t])]);
	s[t * branch] = 1; // fact: store 2/1
	__syncthreads();
	Counter counter{ 1 };
	counter.peek();
	s[t * counter.n] = 1; // fact: store 1/1
	__syncthreads();

	counter.next();
	s[t * counter.n] = 1; // fact: store 2/1
	__syncthreads();
	passes(s[t * 4]);
	__syncthreads();
	names(t);
	__syncthreads();
	adds(&s[t * 4]);
	__syncthreads();
	unsigned at = (unsigned)__cvta_generic_to_shared(&s[t * 16]);
	writes(at);
	__syncthreads();
	watches(s[t * 2]);
	__syncthreads();
	loops(s + t * 4);
	__syncthreads();
	int n = 1;
	Marker marker(n, 3);
	s[t * n] = 1; // fact: store 4/1
	__syncthreads();
	ignores(Marker(n, 4));
	s[t * n] = 1; // fact: store 8/1
	__syncthreads();
	int i = 1;
	ignores(i++);
	s[t * i] = 1; // fact: store 2/1
	__syncthreads();
	Assigned{ &s[t * 2] } = 2.0f;
	__syncthreads();
	leaves(&s[t * 32]);
	__syncthreads();
	i = 0;
	takes_apart(&i);
	s[t * i] = 1; // fact: store 4/1
	__syncthreads();
	calls([&](auto k) { i *= 2; return k; });
	s[t * i] = 1; // fact: store 8/1
	__syncthreads();
	calls([=](auto k) { s[t * 16] = 1; return k; }); // fact: store 16/1
	__syncthreads();
	through(names_more, t);
	__syncthreads();
	Counter other{ 16 };
	copied(counter, other);
	s[t * counter.n] = 1; // fact: store 16/1
	__syncthreads();
	points(counter);
	s[t * counter.n] = 1; // fact: store 8/1
	__syncthreads();
	s[t * derived().n] = 1; // fact: store 4/1
	__syncthreads();
	Counter last{ 32 };
	ignores(counter = last);
	s[t * counter.n] = 1; // fact: store 32/1
	__syncthreads();
	holds(i);
	s[t * i] = 1; // fact: store 16/1
	__syncthreads();
	i = 3;
	ignores(Made(++i));
	s[t * i] = 1; // fact: store 4/1
	__syncthreads();
	ignores(Starts(i));
	s[t * i] = 1; // fact: store 8/1
	__syncthreads();
	i = 2;
	declared(&i);
	s[t * i] = 1; // fact: store * unknown (what the function stores is not known)
	out[0] = s[0]; // fact: load 1/1
}

int main()
{
	nothing<<<1, 32>>>(nullptr);
}
