/* Pointers of which it is not known where they point: what may be shared memory is an access that is not
 * understood; what cannot be is none at all; and what is written through them may be any variable. */

extern __shared__ char raw[];

/* Aligned by hand: still the same memory, at a place that is a multiple of the alignment. */
__global__ void rounded_up(const float *in, float *out)
{
	float *data = (float *)(((unsigned long long)raw + 1023) & ~1023ull);
	data[threadIdx.x * 2] = in[threadIdx.x]; // fact: store 2/1 exact
	float *more = reinterpret_cast<float *>((reinterpret_cast<size_t>(raw) + 8192 + 127) / 128 * 128);
	more[threadIdx.x * 4] = in[threadIdx.x]; // fact: store 4/1 exact
	char *place = raw;
	place += 256 - (size_t)place % 256;
	((float *)place)[threadIdx.x] = 0; // fact: store 1/1 exact
}

/* Both are global memory. */
__global__ void one_of_two_arguments(const int *in, char *a, char *b, int n)
{
	__shared__ char data[64];
	data[threadIdx.x] = 0; // fact: store 1/1 exact
	char *p = in[threadIdx.x] ? a : b;
	p[threadIdx.x] = data[threadIdx.x ^ 1]; // fact: load 1/1 exact
	int at = 0;
	for (int i = 0; i < n; i++)
		if (in[i * threadIdx.x] > 3)
			at += 7;
	p[at] = 1;
}

__global__ void shared_or_not(const int *in, char *a, int n)
{
	__shared__ char data[64], other[64];
	char *p = in[threadIdx.x] ? a : data;
	p[threadIdx.x] = 1; // fact: store * unknown (it may be shared memory, or not)
	char *q = in[threadIdx.x] ? other : data;
	q[threadIdx.x] = 1; // fact: store * unknown (it may be shared memory, or not)
	if (in[threadIdx.x] > 4)
		q = a;
	q[threadIdx.x] = 2; // fact: store * unknown (it may be shared memory, or not)
}

/* It moves on by data: which element is not known, but it is shared memory. */
__global__ void walks_by_data(const int *in, int n)
{
	__shared__ float data[2048];
	float *p = data;
	for (int i = 0; i < n; i++) {
		p[threadIdx.x * 2] = 1; // fact: store 2/1
		p += in[i];
	}
}

/* The row that is written is one of two variables. */
__global__ void writes_one_of_two(const int *in)
{
	__shared__ float data[2048];
	int x = 1, y = 1, z = 1;
	int *p = in[threadIdx.x] ? &x : &y;
	*p = 32;
	data[threadIdx.x * y] = 1; // fact: store 32/1 unknown
	data[threadIdx.x * x] = 1; // fact: store 32/1 unknown
	data[threadIdx.x * z] = 1; // fact: store 32/1
}

__global__ void writes_somewhere(const int *in, int n)
{
	__shared__ float data[2048];
	int row[4] = { 1, 1, 1, 1 };
	int *p = row;
	while (n-- > in[n])
		p += in[n];
	*p = 32;
	data[threadIdx.x * row[1]] = 1; // fact: store 32/1 data-dependent
}

__global__ void writes_one_of_six(const int *in)
{
	__shared__ float data[2048];
	int a = 1, b = 1, c = 1, d = 1, e = 1, f = 1;
	int *p = &a;
	if (in[1])
		p = &b;
	if (in[2])
		p = &c;
	if (in[3])
		p = &d;
	if (in[4])
		p = &e;
	if (in[5])
		p = &f;
	*p = 32;
	data[threadIdx.x * a] = 1; // fact: store 32/1 unknown
	data[threadIdx.x * f] = 1; // fact: store 32/1 unknown
}

void launch(const int *in, float *data, char *a, char *b, int n)
{
	rounded_up<<<1, 32, 32768>>>(data, data);
	one_of_two_arguments<<<1, 32>>>(in, a, b, n);
	shared_or_not<<<1, 32>>>(in, a, n);
	walks_by_data<<<1, 32>>>(in, n);
	writes_one_of_two<<<1, 32>>>(in);
	writes_somewhere<<<1, 32>>>(in, n);
	writes_one_of_six<<<1, 32>>>(in);
}
// exit: 3
