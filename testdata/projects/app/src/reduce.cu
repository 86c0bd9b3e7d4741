#include <app/column.cuh>
#include <app/run.h>
#include <cooperative_groups.h>
#include <cub/block/block_reduce.cuh>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>

namespace cg = cooperative_groups;

__global__ void sum(float *out, const float *in)
{
	using Reduce = cub::BlockReduce<float, 256>;
	__shared__ typename Reduce::TempStorage storage;
	cg::thread_block block = cg::this_thread_block();
	float value = column<float, 8>(in);
	block.sync();
	value = Reduce(storage).Sum(value);
	if (block.thread_rank() == 0)
		*out = value;
}

float total(const float *in, int n)
{
	thrust::device_vector<float> out(1);
	sum<<<1, 256>>>(thrust::raw_pointer_cast(out.data()), in);
	return thrust::reduce(out.begin(), out.end()) + n;
}
