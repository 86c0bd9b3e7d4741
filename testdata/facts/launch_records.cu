/* Launches from large records that are returned, as cutlass::ClusterLauncher makes them. */
#include <string.h>

__global__ void clustered(float *out)
{
	__shared__ float data[32 * 9];
	data[threadIdx.x * 4] = 1; // fact: store 8/2 exact block 64
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 2/2 exact block 64
}

struct Config {
	cudaLaunchConfig_t launch;
	cudaLaunchAttribute attributes[3];
	int n = 2;
};

static Config make_config(dim3 const grid, dim3 const cluster, dim3 const block, size_t bytes)
{
	Config config;
	auto &launch = config.launch;
	auto &attributes = config.attributes;
	attributes[0].id = cudaLaunchAttributeClusterDimension;
	attributes[0].val.clusterDim = { cluster.x, cluster.y, cluster.z };
	launch.gridDim = { grid.x, grid.y, grid.z };
	launch.blockDim = { block.x, block.y, block.z };
	launch.dynamicSmemBytes = bytes;
	launch.numAttrs = config.n - 1;
	launch.attrs = attributes;
	return config;
}

/* More values than are copied one by one, and some that are not known. */
struct Table {
	int threads;
	int rest[300];
};

static Table make_table(int n, int seen)
{
	Table table;
	table.rest[seen & 255] = seen;
	table.threads = n;
	return table;
}

__global__ void from_table(float *out)
{
	__shared__ float data[32 * 9];
	data[threadIdx.x * 2] = 1; // fact: store 6/3 exact block 96
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 3/3 exact block 96
}

__global__ void from_bytes(float *out)
{
	__shared__ float data[32 * 9];
	data[threadIdx.x * 2] = 1; // fact: store 8/4 exact block 128
	out[threadIdx.x] = data[threadIdx.x]; // fact: load 4/4 exact block 128
}

void launch(float *out, int seen)
{
	Config config = make_config(dim3(2), dim3(1), dim3(64), 0);
	void *arguments[] = { &out };
	cudaLaunchKernelExC(&config.launch, (void const *)clustered, arguments);
	Table table = make_table(96, seen), copy;
	from_table<<<1, table.threads>>>(out);
	table.threads = 128;
	memcpy(&copy, &table, sizeof table);
	from_bytes<<<1, copy.threads>>>(out);
}
