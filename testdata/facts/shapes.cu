// Where the block's shape comes from, when no launch gives it.
// block: 8,32
__global__ void __launch_bounds__(64) from_bounds(float *out)
{
	__shared__ float data[64 * 2];
	out[threadIdx.x] = data[2 * threadIdx.x]; // fact: load 4/2 exact block 64,1,1
}

// smemlint: block(16, 16)
__global__ void from_comment(float *out)
{
	__shared__ float tile[16][16];
	out[threadIdx.x] = tile[threadIdx.x][threadIdx.y]; // fact: load 64/8 exact block 16,16,1
}

__global__ void from_option(float *out)
{
	__shared__ float tile[32][8];
	out[threadIdx.x] = tile[threadIdx.y][threadIdx.x]; // fact: load 8/8 exact block 8,32,1
}

__global__ void two_launches(float *out)
{
	__shared__ float tile[32][32];
	out[threadIdx.x] = tile[threadIdx.x][threadIdx.y]; // fact: load 1024/32 exact block 32,32,1 | load 128/8 exact block 16,16
}

// The launch's shape is known only at run time: the next source holds.
__global__ void run_time(float *out)
{
	__shared__ float data[256];
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 8/8 exact block 8,32
}

void launch(float *out, int n)
{
	two_launches<<<1, dim3(32, 32)>>>(out);
	two_launches<<<4, dim3(16, 16)>>>(out);
	run_time<<<1, n>>>(out);
}
