/* How many blocks an SM takes by threads and shared memory, as the runtime says: a row for each of both.
 *
 *   nvcc -o occupancy occupancy.cu && ./occupancy > h200_occupancy.tsv */
#include <cstdio>
#include <cuda_runtime.h>

__global__ void touch()
{
	extern __shared__ char bytes[];
	bytes[threadIdx.x] = 0;
}

int main()
{
	static const int threads[] = { 32, 96, 100, 256, 512, 1024 };
	cudaDeviceProp device;
	cudaGetDeviceProperties(&device, 0);
	printf("# gpu: %s, compute capability %d.%d\nthreads\tshared\tblocks\n", device.name, device.major, device.minor);
	cudaFuncSetAttribute(touch, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)device.sharedMemPerBlockOptin);
	for (int t : threads) {
		for (size_t shared = 0; shared <= device.sharedMemPerBlockOptin; shared += shared < 2048 ? 127 : 1009) {
			int blocks = 0;
			if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, touch, t, shared) != cudaSuccess)
				return 1;
			printf("%d\t%zu\t%d\n", t, shared, blocks);
		}
	}
}
