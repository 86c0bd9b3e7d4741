// The headers that stand in for PyTorch's have no global name that these headers do not have: `detail` is the program's own.
#include <ATen/Functions.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>

namespace tiles {
namespace detail {
__device__ inline int column(int lane)
{
	return 4 * lane;
}
}
}
using namespace tiles;

__global__ void own_detail(float *out)
{
	__shared__ float row[128];
	row[detail::column(threadIdx.x)] = 1; // fact: store 4/1 exact
	out[threadIdx.x] = row[threadIdx.x]; // fact: load 1/1 exact
}

// A check is a whole statement: no semicolon has to follow.
void run(at::Tensor out)
{
	TORCH_CHECK(out.is_cuda(), "must be on the GPU")
	TORCH_CHECK(out.dtype() != at::ScalarType::Float8_e8m0fnu, "must be of floats")
	own_detail<<<1, 32, 0, at::cuda::getCurrentCUDAStream()>>>(out.data_ptr<float>());
	out.reset();
}
