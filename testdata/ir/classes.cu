// Methods, constructors, bases, unions, bit-fields, references, lists and copies.
struct Left {
	float weight = 2.5f;
};

struct Right {
	int q;
	__device__ Right(int z) : q(z) {}
	__device__ int twice() const { return q * 2; }
};

struct Both : Left, Right {
	int w;
	union {
		int as_int;
		float as_float;
	};
	unsigned low : 3, high : 5;
	Left pair[2];
	static constexpr int K = 3;
	__device__ Both(int a, int b = 4) : Right(a + 1), w{ b } { as_int = K; }
	__device__ int &operator[](int i) { return (&w)[i]; }
	__device__ Both &operator+=(int i)
	{
		w += i;
		return *this;
	}
};

struct Triple {
	int a, b;
	float c[2];
};

struct Guard {
	int *count;
	__device__ Guard(int *count) : count(count) { ++*count; }
	__device__ ~Guard() { --*count; }
};

__device__ float4 operator+(const float4 &a, const float4 &b)
{
	return { a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w };
}

__device__ void fill(float (&s)[4][5], float rows[][5])
{
	s[1][2] = rows[2][1];
}

__global__ void classes(float *g, int n)
{
	__shared__ float4 v[32];
	__shared__ float grid[4][5];
	Both b(1);
	b[n] = b.twice();
	b += 2;
	b.high = n;
	b.as_float = b.pair[1].weight;
	Triple t = { .a = 1, .c = { 1, 2 } }, copy = t, rows[2] = { 1, 2, 3, 4, 5 };
	rows[1] = copy;
	v[threadIdx.x] = v[threadIdx.x ^ 1] + make_float4(1, 2, 3, 4);
	reinterpret_cast<float4 &>(g[4]) = v[0];
	fill(grid, grid);
	{
		Guard guard(&n);
	}
	auto [first, second, third] = t;
	g[0] = first + third[1];
	(n ? first : second) = 3;
	const int &five = 5;
	g[1] = five;
}
