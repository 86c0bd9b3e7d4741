/* Records of many parts, such as a launch's configuration with attributes of 64 bytes each: what is known of one is known of
 * its copy. */

struct Config {
	dim3 grid, block;
	int stride;
	unsigned char attributes[3][96];
};

static Config make(dim3 grid, dim3 block, int stride)
{
	Config config;
	config.grid = grid;
	config.block = block;
	config.attributes[1][0] = 2;
	config.stride = stride;
	return config;
}

__global__ void launched(float *out, int stride)
{
	__shared__ float data[1024];
	data[threadIdx.x * stride] = 1; // fact: store 8/2 exact
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 2/2 exact
}

__global__ void given(float *out, Config config)
{
	__shared__ float data[1024];
	Config copy = config;
	data[threadIdx.x * copy.stride] = 1; // fact: store 4/2 exact
	copy.stride *= 2;
	Config again = copy;
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x * again.stride]; // fact: load 8/2 exact
}

/* One part is not known, nor is it in the copy. */
__global__ void partly(float *out, int n)
{
	__shared__ float data[1024];
	Config config;
	config.stride = 2;
	config.attributes[0][1] = n;
	Config copy = config;
	data[threadIdx.x * copy.stride] = 1; // fact: store 4/2 exact
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x * copy.attributes[0][1]]; // fact: load * symbolic (n decides)
}

void launch(float *out, int n)
{
	const Config config = make(n, 64, 4);
	launched<<<config.grid, config.block>>>(out, config.stride);
	Config other = make(n, 64, 2);
	given<<<other.grid, other.block>>>(out, other);
	partly<<<1, 64>>>(out, n);
}
// libclang: 21
