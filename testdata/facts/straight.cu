/* Functions that only compute something stand for what they give (ir/inline/straight.h): what they do to memory must stay as it is. */
/* Stores to one parameter before it reads the other, which may be a part of it. */
__device__ void add_up(int &to, const int &other)
{
	to = to * 2;
	to = to + other;
}

struct Step {
	int n, twice;
	__device__ Step(int k) : n(k), twice(2 * k) {}
	__device__ Step(int m, const int &k) : n(m), twice(k) {}
	__device__ void set(const int &k, int m)
	{
		n = m;
		twice = k;
	}
	__device__ Step next() const { return Step(n + 1); }
};

__device__ int mixed(Step s) { return s.n * 8 + s.twice; }

__global__ void records(float *out)
{
	__shared__ float s[32 * 64];
	const int t = threadIdx.x;
	Step one(1), two = one.next();
	s[t * two.twice] = 1; // fact: store 4/1 exact block 32
	s[t * Step(4).next().next().twice] = 1; // fact: store 4/1 exact block 32
	s[t * mixed(one)] = 1; // fact: store 2/1 exact block 32
	one = Step(16, one.twice);
	s[t * one.n + one.twice] = 1; // fact: store 16/1 exact block 32
	one.set(one.n, 2); // its first argument is what it stores to first
	s[t * one.twice] = 1; // fact: store 2/1 exact block 32
	out[t] = s[t];        // fact: load 1/1 exact block 32
}

__global__ void names(float *out)
{
	__shared__ float s[32 * 64];
	const int t = threadIdx.x;
	int n = 2, m = 4;
	add_up(n, m); // 8
	s[t * n] = 1; // fact: store 8/1 exact block 32
	n = 4;
	add_up(n, n); // 16
	s[t * n] = 1; // fact: store 16/1 exact block 32
	out[t] = s[t]; // fact: load 1/1 exact block 32
}

/* Members of what lies in shared memory are read from there. */
struct Tile {
	int pitch, rows;
	float at[32 * 32];
	__device__ int width() const { return pitch; } // fact: load 1/1 exact block 32
	__device__ float get(int x) const { return at[2 * x]; } // fact: load 2/1 exact block 32
};

__device__ float first(const float *p, int i) { return p[i * 4]; } // fact: load 4/1 exact block 32
__device__ int4 whole(const int4 *p, int i) { return p[i]; } // fact: load 4/4 exact block 32
__device__ int read(const int &i) { return i; } // fact: load 4/1 exact block 32

__global__ void shared_records(float *out, int *numbers)
{
	__shared__ Tile tile;
	__shared__ int4 four[32];
	const int t = threadIdx.x;
	out[t] = tile.get(t);
	numbers[t] = tile.width();
	out[t] += first(tile.at, t);
	int4 v = whole(four, t);
	numbers[t] += v.x + v.y + v.z + v.w + read(((int *)four)[8 * (t % 16)]);
}

/* Captured by value: the closure holds what it was; by reference: what it is. */
__global__ void closures(float *out)
{
	__shared__ float s[32 * 32];
	const int t = threadIdx.x;
	int k = 2;
	auto then = [=](int i) { return i * k; };
	auto now = [&](int i) { return i * k; };
	k = 4;
	s[then(t)] = 1; // fact: store 2/1 exact block 32
	s[now(t)] = 1;  // fact: store 4/1 exact block 32
	out[t] = s[t];     // fact: load 1/1 exact block 32
}

/* What an argument does is done once. */
__device__ int twice(int i) { return i + i; }
__device__ int ignore(int, int j) { return j; }

__global__ void effects(float *out)
{
	__shared__ float s[32 * 64];
	const int t = threadIdx.x;
	int i = 1;
	s[t * twice(i++)] = 1; // fact: store 2/1 exact block 32
	__syncthreads();
	s[t * twice(i)] = 1;   // fact: store 4/1 exact block 32
	__syncthreads();
	s[t * ignore(i *= 2, 1)] = 1; // fact: store 1/1 exact block 32
	s[t * i] = 1; // fact: store 4/1 exact block 32
	out[t] = s[t]; // fact: load 1/1 exact block 32
}

/* Parts that share their bytes. */
union Word {
	int whole;
	short half[2];
	__device__ Word(int i) : whole(i) {}
};

__device__ int upper(Word w) { return w.half[1]; }

__global__ void unions(float *out)
{
	__shared__ float s[32 * 32];
	const int t = threadIdx.x;
	s[t * upper(Word(0x20004))] = 1; // fact: store 2/1 exact block 32
	out[t] = s[t]; // fact: load 1/1 exact block 32
}

/* A condition is evaluated once. */
__device__ int counted(int i, bool more)
{
	int n = i;
	int chosen = (n += 1) > 0 && more ? n : 8;
	return chosen + n * 4;
}

__global__ void conditions(float *out, bool more)
{
	__shared__ float s[32 * 64];
	const int t = threadIdx.x;
	s[t * counted(1, false)] = 1; // fact: store 16/1 exact block 32
	out[t] = s[t];                // fact: load 1/1 exact block 32
}

void launch(float *out, int *numbers)
{
	conditions<<<1, 32>>>(out, true);
	records<<<1, 32>>>(out);
	names<<<1, 32>>>(out);
	shared_records<<<1, 32>>>(out, numbers);
	closures<<<1, 32>>>(out);
	effects<<<1, 32>>>(out);
	unions<<<1, 32>>>(out);
}
