/* Branches and loops that the lanes decide: every lane is followed. */

__global__ void if_else(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x;
	if (lane < 8)
		data[lane * 32] = in[lane]; // fact: store 8/1 bound
	else if (lane < 12)
		data[lane * 16] = in[lane]; // fact: store 8/1 bound // measured: store 2/1
	else
		data[lane] = in[lane]; // fact: store 8/1 bound // measured: store 1/1
	__syncthreads();
	out[lane] = data[31 - lane]; // fact: load 1/1 exact
}

/* Only half of the second warp takes the branch. */
__global__ void part_of_a_warp(const int *in, int *out)
{
	__shared__ int data[2048];
	int tid = threadIdx.x;
	data[tid] = in[tid]; // fact: store 2/2 exact
	__syncthreads();
	int got = data[tid ^ 1]; // fact: load 2/2 exact
	if (tid >= 48)
		got += data[(tid - 48) * 64]; // fact: load 16/1 exact
	out[tid] = got;
}

__global__ void cases(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x, got = 0;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	switch (lane / 8) {
	case 0:
		got = data[lane * 32]; // fact: load 8/1 exact
		break;
	case 1:
		got = 3 * data[lane * 16]; // fact: load 4/1 exact
	/* falls through */
	case 2:
		got += 5 * data[(lane - 8) * 8]; // fact: load 4/1 exact
		break;
	default:
		got = 7 * data[lane]; // fact: load 1/1 exact
	}
	out[lane] = got;
}

/* A switch over a value that all lanes share takes one way. */
__global__ void uniform_case(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x, got = 0;
	data[lane * 2] = in[lane]; // fact: store 2/1 exact
	__syncthreads();
	switch (blockDim.x) {
	case 16:
	case 32:
		got = data[lane * 4]; // fact: load 4/1 exact
		break;
	case 64:
		got = lane * 32;
		break;
	}
	out[lane] = got;
}

/* Lane l has l / 4 + 1 iterations: one request each, with fewer lanes each time. */
__global__ void while_of_lanes(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x, sum = 0, i = 0;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
#pragma unroll 1
	while (i <= lane / 4) {
		sum += data[lane * 32 + i]; // fact: load 144/8 exact
		i++;
	}
	out[lane] = sum;
}

__global__ void do_while(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x, sum = 0, i = lane;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	do {
		sum += data[i]; // fact: load 5/5 bound
		i *= 2;
	} while (i < 32 && i > 0);
	out[lane] = sum;
}

/* A lane is out after its first multiple of eight. */
__global__ void break_out(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x, sum = 0;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
#pragma unroll 1
	for (int i = 0; i < 8; i++) {
		if ((lane + i) % 8 == 0)
			break;
		sum += data[lane * 32 + i]; // fact: load 112/7 exact
	}
	out[lane] = sum;
}

__global__ void skip_some(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x, sum = 0;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
#pragma unroll 1
	for (int i = 0; i < 4; i++) {
		if (lane % 4 == i)
			continue;
		sum += data[lane * 8 + i]; // fact: load 32/4 exact
	}
	out[lane] = sum;
}

__global__ void early_return(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x;
	data[lane * 4] = in[lane]; // fact: store 4/1 exact
	if (lane >= 20)
		return;
	__syncwarp(0xfffff);
	out[lane] = data[lane * 32]; // fact: load 20/1 exact
}

__global__ void nested_loops(const int *in, int *out)
{
	__shared__ int data[64][33];
	int lane = threadIdx.x, sum = 0;
	for (int i = 0; i < 64; i += 32)
		for (int j = 0; j < 33; j++)
			data[i + lane][j] = in[j]; // fact: store 66/66 exact
	__syncthreads();
#pragma unroll 1
	for (int i = 0; i < 4; i++)
#pragma unroll 1
		for (int j = i; j < 4; j++)
			sum += data[j][lane] + in[i]; // fact: load 10/10 exact
	out[lane] = sum;
}

/* The step is the block's width, known from the launch. */
__global__ void block_stride(const int *in, int *out)
{
	__shared__ int data[1000];
	for (int i = threadIdx.x; i < 1000; i += blockDim.x)
		data[i] = in[i]; // fact: store 32/32 bound
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x * 7]; // fact: load 4/4 exact
}

/* Two indices in one loop head, a comma, a count-down. */
__global__ void two_counters(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x, sum = 0;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
#pragma unroll 1
	for (int i = 0, j = 7; i < j; i++, --j)
		sum += data[lane * (j - i) + i] * in[i]; // fact: load 4/4 exact
	out[lane] = sum;
}

/* Strides 1, 2, 4, 8, 16: the conflict doubles in every iteration. */
__global__ void doubling(const int *in, int *out)
{
	__shared__ int data[512];
	int lane = threadIdx.x, sum = 0;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	for (int s = 1; s <= 16; s <<= 1)
		sum += data[lane * s] * s; // fact: load 31/5 exact
	out[lane] = sum;
}

/* && and || evaluate their right side for the lanes that need it. */
__global__ void short_circuit(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	if (lane < 10 && data[lane * 32] > 0) // fact: load 10/1 bound
		out[lane] = 1;
	if (lane < 26 || data[lane * 32] > 0) // fact: load 6/1 bound
		out[lane + 32] = 1;
}

void launch(const int *in, int *out, int)
{
	if_else<<<1, 32>>>(in, out);
	part_of_a_warp<<<1, 64>>>(in, out);
	cases<<<1, 32>>>(in, out);
	uniform_case<<<1, 32>>>(in, out);
	while_of_lanes<<<1, 32>>>(in, out);
	do_while<<<1, 32>>>(in, out);
	break_out<<<1, 32>>>(in, out);
	skip_some<<<1, 32>>>(in, out);
	early_return<<<1, 32>>>(in, out);
	nested_loops<<<1, 32>>>(in, out);
	block_stride<<<1, 128>>>(in, out);
	two_counters<<<1, 32>>>(in, out);
	doubling<<<1, 32>>>(in, out);
	short_circuit<<<1, 32>>>(in, out);
}
