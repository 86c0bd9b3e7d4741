/* A stride that each launch gives another number: one finding, at the worst, with the launch that has it. */
__global__ void strided(int *out, int stride)
{
	__shared__ int data[4096];
	data[threadIdx.x] = 0;
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x * stride % 4096]; // expect: smem-runtime-stride 32.0 times the ideal wavefronts if stride is 32, 16.0 times if 16, 8.0 times if 8, 4.0 times if 4, 2.0 times if 2, free if 1
}

__global__ void called(int *out, int stride)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * stride % 4096]; // expect: smem-runtime-stride the launch is reached by this call of 'go'
}

__global__ void shared_out(int *out, int stride, int other)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * stride % 4096] + other; // expect: smem-runtime-stride block 64x1x1 from this launch with stride = 8 and other = 2; 2 other launches have the same block
}

/* What no launch changes is no such finding. */
__global__ void fixed(int *out, int offset)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * 4 + offset]; // expect: smem-bank-conflict-load block 64x1x1 from this launch; 2 other launches have the same block
}

/* The block is the launch's secret, and the stride hangs on it. */
__global__ void at_run_time(int *out, int width)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * (width / 64)]; // expect: smem-bank-conflict-load the block of this launch is known only at run time: assumed block 256x1x1 with width = 256
}

/* One of the launches hangs on a value itself. */
__global__ void asked_for(int *out, int stride)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * stride]; // expect: smem-runtime-stride 32-way if stride % 32 == 0, 16-way if stride % 32 == 16
}

static void go(int *out, int stride)
{
	called<<<1, 32>>>(out, stride);
}

void launch(int *out, int n)
{
	for (int stride = 1; stride <= 32; stride *= 2)
		strided<<<1, 64>>>(out, stride);
	go(out, 2);
	go(out, 4);
	shared_out<<<1, 64>>>(out, 4, 1);
	shared_out<<<1, 64>>>(out, 8, 2);
	shared_out<<<2, 64>>>(out, 1, 2);
	for (int i = 0; i < 3; i++)
		fixed<<<1, 64>>>(out, i);
	at_run_time<<<1, n>>>(out, n);
	int stride = 33;
	if (n > 7)
		stride = n;
	asked_for<<<1, 64>>>(out, stride);
}
