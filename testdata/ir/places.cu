// Calls of functions that give a number or a place: what they give takes their place.  The others stay calls.
template <int N> struct C {
	__device__ operator int() const { return N; }
};

struct Inner {
	int first;
	float second[4];
	__device__ float *data() { return second; }
	__device__ float &at(int i) { return second[i]; } // no constant distance
};

struct Outer {
	long before;
	Inner inner;
	__device__ Inner &get()
	{
		if constexpr (sizeof(long) == 4)
			return *(Inner *)this;
		else
			return inner;
	}
	__device__ float *data() { return get().data(); }
	__device__ int read() { return inner.first; } // an access
};

__device__ int next(int *counter)
{
	return ++*counter;
}

__device__ Outer *counted(Outer *o, int)
{
	return o;
}

__device__ Outer *reset(Outer *o)
{
	o = nullptr;
	return o;
}

__device__ __noinline__ float *apart(Outer *o)
{
	return o->inner.second;
}

__device__ const int *copied(int i)
{
	return &i;
}

__device__ int twice(int n)
{
	return n ? twice(n - 1) : 0;
}

__global__ void k(float *out, int n)
{
	Outer o;
	int counter = 0;
	const C<7> seven;
	out[seven] = *o.data();
	out[n] = o.inner.at(n);
	out[o.read()] = *counted(&o, 3)->data();
	out[1] = *counted(&o, next(&counter))->data(); // its argument has an effect
	out[2] = *reset(&o)->data();
	out[3] = *apart(&o);
	out[4] = *copied(n) + twice(n);
	auto outer = [&]() { return out + 1; }; // not its own parameter
	*outer() = n;
}
