/* Values that only the run knows: arguments, block numbers, data.  What is the same for all lanes moves all
 * of them together and costs nothing; what multiplies the lane decides. */

__global__ void uniform_offset(const int *in, int *out, int n)
{
	extern __shared__ int data[];
	int lane = threadIdx.x;
	data[lane + n] = in[lane]; // fact: store 1/1 exact
	data[lane * 4 + n * 3] = in[lane]; // fact: store 4/1 exact
	__syncthreads();
	int got = data[n * 32 + lane * 2]; // fact: load 2/1 exact
	got += data[n]; // fact: load 1/1 exact
	got += data[n / 3 + lane]; // fact: load 1/1 exact
	got += data[n - 1 - lane]; // fact: load 1/1 exact
	out[lane] = got;
}

__global__ void block_number(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x;
	int global = blockIdx.x * 32 + threadIdx.x;
	data[global % 32] = in[global]; // fact: store 1/1 exact
	data[global * 8 % 256] = in[global]; // fact: store 8/1 exact
	__syncthreads();
	int got = data[(global & 7) * 32]; // fact: load 8/1 exact
	got += data[lane + blockIdx.x]; // fact: load 1/1 exact
	out[global] = got;
}

/* A number from memory that is the same for all lanes. */
__global__ void uniform_data(const int *in, int *out)
{
	__shared__ int data[256];
	int lane = threadIdx.x;
	int start = in[blockIdx.x];
	data[lane * 2] = in[lane]; // fact: store 2/1 exact
	__syncthreads();
	int got = data[start + lane * 4]; // fact: load 4/1 exact
	got += data[start & 31]; // fact: load 1/1 exact
	out[lane] = got;
}

__global__ void runtime_stride(const int *in, int *out, int n)
{
	extern __shared__ int data[];
	int lane = threadIdx.x;
	data[lane * n] = in[lane]; // fact: store 32/1 symbolic
	__syncthreads();
	int got = data[lane * (n / 4 * 4)]; // fact: load 32/1 symbolic
	got += data[lane * n * 2]; // fact: load 32/1 symbolic
	got += data[n * 5 + lane]; // fact: load 1/1 exact
	out[lane] = got;
}

/* An odd number whatever n is. */
__global__ void odd_stride(const int *in, int *out, int n)
{
	extern __shared__ int data[];
	int lane = threadIdx.x;
	data[lane * (2 * n + 1)] = in[lane]; // fact: store 1/1
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1 exact
}

__global__ void rows_of_n(const int *in, int *out, int n)
{
	extern __shared__ int tile[];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y * n + x] = in[x]; // fact: store 8/8 exact
	__syncthreads();
	out[y * 32 + x] = tile[x * n + y]; // fact: load 256/8 symbolic
}

__global__ void data_decides(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1 exact
	data[in[lane] & 1023] = lane; // fact: store 32/1 data-dependent
	__syncthreads();
	int next = data[lane]; // fact: load 1/1 exact
	int got = data[next & 255]; // fact: load 8/1 data-dependent
	atomicAdd(&data[in[lane + 32] % 64], got); // fact: atomic 32/1 data-dependent
	__syncthreads();
	out[lane] = data[lane] + got; // fact: load 1/1 exact
}

/* Of a byte's place nothing at all is known but its array. */
__global__ void data_decides_the_byte(const int *in, int *out)
{
	__shared__ unsigned char data[1024];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1 exact
	data[in[lane]] = lane; // fact: store 8/1 data-dependent
	__syncthreads();
	int got = data[in[lane] & 511]; // fact: load 4/1 data-dependent
	out[lane] = got + data[lane]; // fact: load 1/1 exact
}

/* Any row, but always the lane's own bank. */
__global__ void data_decides_the_row(const int *in, int *out)
{
	__shared__ int data[64][32];
	int lane = threadIdx.x;
	data[in[lane] & 63][lane] = lane; // fact: store 1/1
	__syncthreads();
	out[lane] = data[in[lane + 1] & 63][31 - lane]; // fact: load 1/1
}

/* Guards of a border: the interior block passes a guard that all lanes share ... */
__global__ void uniform_guard(const int *in, int *out, int n)
{
	__shared__ int data[1024];
	int lane = threadIdx.x;
	int row = blockIdx.x;
	data[lane * 2] = in[lane]; // fact: store 2/1 exact
	__syncthreads();
	if (row < n)
		out[lane] = data[lane * 8]; // fact: load 8/1
}

/* ... and one that lanes answer for themselves may leave fewer of them. */
__global__ void guard_of_lanes(const int *in, int *out, int n)
{
	__shared__ int tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
	if (column < n && row < n)
		tile[y][x] = in[row * n + column]; // fact: store 32/32 bound
	__syncthreads();
	int got = 0;
	if (column < n)
		got = tile[x][y]; // fact: load 1024/32 bound
	out[y * 32 + x] = got;
}

__global__ void leaves_early(const int *in, int *out, int n)
{
	__shared__ int data[1024];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	data[threadIdx.x] = in[threadIdx.x]; // fact: store 2/2 exact
	__syncthreads();
	if (i >= n)
		return;
	out[i] = data[threadIdx.x * 4]; // fact: load 8/2 bound
}

/* Loops of n iterations are counted once per iteration. */
__global__ void n_turns(const int *in, int *out, int n)
{
	__shared__ int data[32][33];
	int lane = threadIdx.x, sum = 0;
	data[lane][0] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
#pragma unroll 1
	for (int i = 0; i < n; i++)
		sum += data[i % 32][lane] * in[i]; // fact: load 1/1
#pragma unroll 1
	for (int i = 0; i < n; i++)
		sum += data[lane / 4][i % 32] * in[i]; // fact: load 1/1
	out[lane] = sum;
}

__global__ void column_of_n_turns(const int *in, int *out, int n)
{
	extern __shared__ int data[];
	int lane = threadIdx.x, sum = 0;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
#pragma unroll 1
	for (int i = 0; i < n; i++)
		sum += data[lane * 32 + i] * in[i]; // fact: load 32/1
	out[lane] = sum;
}

/* An argument that is read for the first time in such a loop is still the argument. */
__global__ void leaves_by_data(const int *in, const int *limit, int *out)
{
	__shared__ int data[64];
	int lane = threadIdx.x;
	data[lane] = 0; // fact: store 1/1 exact
	for (int i = 0; i < 16; i++) {
		if (limit[i] < 0)
			break;
		if (limit[i + lane] == 7)
			continue;
		data[lane + i] = in[i]; // fact: store 16/16 bound
		out[i] = lane;
	}
	__syncthreads();
	out[lane] = in[lane] + data[lane]; // fact: load 1/1 exact
}

/* An argument is the same value wherever it is read, and one of two where a branch changes it. */
__global__ void argument_in_branches(const int *in, int *out, int n)
{
	extern __shared__ int data[];
	int lane = threadIdx.x, sum = 0, offset = n;
	if (in[0] > 3)
		sum = data[n]; // fact: load 1/1
	if (in[1] > 3)
		offset = 4 * n;
	if (in[2] > 3)
		n = 5;
	sum += data[lane * 8 + offset + n]; // fact: load 8/1 exact
	out[lane] = sum;
}

void launch(const int *in, int *out, int n)
{
	uniform_offset<<<1, 32, (33 * n + 64) * sizeof(int)>>>(in, out, n);
	block_number<<<4, 32>>>(in, out);
	uniform_data<<<1, 32>>>(in, out);
	runtime_stride<<<1, 32, 64 * n * sizeof(int)>>>(in, out, n);
	odd_stride<<<1, 32, 64 * n * sizeof(int)>>>(in, out, n);
	rows_of_n<<<1, dim3(32, 8), 32 * n * sizeof(int)>>>(in, out, n);
	data_decides<<<1, 32>>>(in, out);
	data_decides_the_byte<<<1, 32>>>(in, out);
	data_decides_the_row<<<1, 32>>>(in, out);
	uniform_guard<<<1, 32>>>(in, out, n);
	guard_of_lanes<<<dim3(1, 1), dim3(32, 32)>>>(in, out, n);
	leaves_early<<<1, 64>>>(in, out, n);
	leaves_by_data<<<1, 32>>>(in, in + 64, out);
	n_turns<<<1, 32>>>(in, out, n);
	column_of_n_turns<<<1, 32, (1024 + n) * sizeof(int)>>>(in, out, n);
	argument_in_branches<<<1, 32, (256 + 5 * n) * sizeof(int)>>>(in, out, n);
}
