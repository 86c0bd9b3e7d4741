// block: 32
// exit: 3
// A function that is called, but not known, may access shared memory that it names itself: the call is an access that is not known.
__shared__ float s[1024];

struct Base {
	virtual __device__ void run() = 0;
};

struct Derived : Base {
	__device__ void run() override
	{
		s[threadIdx.x * 32] = 2;
	}
};

__global__ void virtual_call()
{
	Derived derived;
	Base *base = &derived;
	base->run(); // fact: load 0/0 unknown
}

struct Part {
	__device__ Part()
	{
		s[threadIdx.x * 32] = 1;
	}
};

struct Whole : virtual Part {
	int i;
	__device__ Whole() : i(1) {} // fact: load 0/0 unknown
};

__global__ void virtual_base(int *out)
{
	Whole whole;
	out[0] = whole.i;
}

__device__ void by_rows()
{
	s[threadIdx.x] = 2;
}

__device__ void by_columns()
{
	s[threadIdx.x * 32] = 2;
}

__device__ void (*const table[])() = { by_rows, by_columns };

__global__ void by_table(int n)
{
	table[n](); // fact: load 0/0 unknown
}

void launch(int *out, int n)
{
	virtual_call<<<1, 32>>>();
	virtual_base<<<1, 32>>>(out);
	by_table<<<1, 32>>>(n);
}
