// block: 32
// exit: 3
// The destructors of objects, of their fields, bases and elements, where a scope ends or is left.
#include <new>

template <int STEP> struct Last {
	float *at;
	__device__ Last(float *at) : at(at) {}
	__device__ Last(const Last &other) : at(other.at) {}
	__device__ ~Last()
	{
		at[threadIdx.x * STEP] = 1; // fact: store 2/1 exact | store 2/1 exact | store 4/1 exact | store 16/2 exact | store 2/1 exact | store 4/1 exact | store 8/1 exact | store 6/2 exact | store 8/1 exact | store 6/2 exact | store 14/3 exact | store 0/0 unknown
	}
};

template <int STEP> struct Holder {
	Last<STEP> last;
	__device__ Holder(float *at) : last(at) {}
};

struct Derived : Last<2> {
	float *more;
	__device__ Derived(float *at) : Last(at), more(at) {}
	__device__ ~Derived()
	{
		more[threadIdx.x * 4] = 2; // fact: store 4/1 exact
	}
};

__shared__ float s[1024];

__global__ void field()
{
	Holder<2> holder(s);
}

__global__ void base()
{
	Derived derived(s);
}

__global__ void called()
{
	alignas(8) char bytes[sizeof(Holder<4>)];
	Holder<4> *own = new (bytes) Holder<4>(s);
	own->~Holder();
}

__global__ void elements()
{
	Last<8> list[2] = { Last<8>(s), Last<8>(s + 512) };
}

__global__ void dropped(float *out)
{
	out[threadIdx.x] = (Last<2>(s), 3.f);
}

__device__ bool passed_to(Last<4> last)
{
	return last.at != nullptr;
}

__global__ void passed(float *out)
{
	out[threadIdx.x] = passed_to(Last<4>(s));
}

__device__ int returned_from(int n)
{
	Last<8> last(s);
	if (n > 3)
		return n * 2;
	return n;
}

__global__ void returned(int *out, int n)
{
	out[threadIdx.x] = returned_from(n);
}

__global__ void returned_early(int n)
{
	Last<2> first(s);
	if (n > 3)
		return;
	Last<4> second(s);
}

__device__ Last<8> result()
{
	Last<8> last(s);
	last.at += 1;
	return last;
}

__global__ void results()
{
	Last<8> last = result();
}

__global__ void breaks(int n)
{
	Last<2> kept(s);
	for (int i = 0; i < 3; i++) {
		Last<4> left(s + i);
		if (n == 5)
			break;
		if (n == 6)
			continue;
		Last<8> last(s);
	}
}

__global__ void heads(float *out)
{
	for (Last<2> last(s); last.at != s + 2; last.at++)
		out[threadIdx.x] = 1;
	if (Last<4> last(s); last.at)
		out[threadIdx.x] = 2;
	float *starts[] = { s };
	for (Last<8> last : starts)
		out[threadIdx.x] = last.at[threadIdx.x]; // fact: load 1/1 exact
}

__global__ void jumps(int n)
{
	{
		Last<4> last(s);
		if (n)
			goto end; // fact: load 0/0 unknown
	}
	s[threadIdx.x] = 3;
end:
	s[threadIdx.x + 32] = 4; // fact: store 1/1 exact
}

struct Base {
	float *at;
	__device__ Base() : at(s) {}
	__device__ ~Base()
	{
		at[threadIdx.x * 8] = 2; // fact: store 0/0 unknown
	}
};

__global__ void long_array()
{
	Base list[257]; // fact: load 0/0 unknown
}

struct Eight {
	Base list[8];
};

struct Sixty {
	Eight list[8];
};

__global__ void many_parts()
{
	Sixty list[8]; // fact: load 0/0 unknown
}

__global__ void temporary(float *out)
{
	const Last<2> &last = Last<2>(s); // fact: load 0/0 unknown
	out[threadIdx.x] = last.at != nullptr;
}

/* What is not followed is run at some time: no access in it is passed over, also of what it names itself. */
struct Named {
	__device__ Named() {}
	__device__ ~Named()
	{
		s[threadIdx.x * 16] = 5; // fact: store 16/1 bound
	}
};

struct Built {
	int i;
	__device__ Built()
	{
		s[threadIdx.x * 16] = 6; // fact: store 16/1 bound
	}
};

__global__ void named_in_array()
{
	Named list[300];
}

__global__ void named_in_temporary(float *out)
{
	const Named &named = Named();
	out[threadIdx.x] = 1;
}

__global__ void named_and_jumps(int n)
{
	{
		Named named;
		if (n)
			goto end;
	}
	s[threadIdx.x] = 3;
end:
	s[threadIdx.x + 32] = 4; // fact: store 1/1 exact
}

__global__ void built(int *out)
{
	Built list[300];
	out[0] = list[0].i;
}

void launch(float *out)
{
	field<<<1, 32>>>();
	base<<<1, 32>>>();
	called<<<1, 32>>>();
	elements<<<1, 32>>>();
	dropped<<<1, 32>>>(out);
	passed<<<1, 32>>>(out);
	returned<<<1, 32>>>((int *)out, 5);
	returned_early<<<1, 32>>>(2);
	results<<<1, 32>>>();
	breaks<<<1, 32>>>(5);
	heads<<<1, 32>>>(out);
	jumps<<<1, 32>>>(1);
	long_array<<<1, 32>>>();
	many_parts<<<1, 32>>>();
	temporary<<<1, 32>>>(out);
	named_in_array<<<1, 32>>>();
	named_in_temporary<<<1, 32>>>(out);
	named_and_jumps<<<1, 32>>>(1);
	built<<<1, 32>>>((int *)out);
}
