// PyTorch is not installed: bundled declarations stand in, so that host code is read, and with it each launch.
#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>

template <typename scalar_t>
__global__ void column(scalar_t *out, const scalar_t *in, int n)
{
	__shared__ scalar_t tile[32][32];
	// 2 bytes a half: 16 words from row to row, so that the rows of all lanes lie in two banks
	tile[threadIdx.x][threadIdx.y] = in[threadIdx.x]; // fact: store 32/2 exact | store 32/1 exact | store 16/1 exact
	__syncthreads();
	const scalar_t value = tile[0][threadIdx.x]; // fact: load 2/2 exact | load 1/1 exact
	out[threadIdx.x] = value > 0 && value < in[0] ? value : -value;
}

__global__ void accessor(at::PackedTensorAccessor32<float, 2, at::RestrictPtrTraits> in, float *out)
{
	__shared__ float s[64];
	s[threadIdx.x] = in[blockIdx.x][threadIdx.x]; // fact: store 2/2 exact
	__syncthreads();
	out[threadIdx.x] = s[63 - threadIdx.x]; // fact: load 2/2 exact
}

torch::Tensor run(torch::Tensor x, c10::optional<torch::Tensor> bias)
{
	TORCH_CHECK(x.is_cuda() && x.dim() == 2, "x must be on the GPU, not ", x.device());
	const at::cuda::OptionalCUDAGuard guard(device_of(x));
	const auto stream = at::cuda::getCurrentCUDAStream();
	auto out = torch::zeros({ x.size(0), x.size(1) }, x.options().dtype(torch::kFloat32));
	const int threads = 32;
	AT_DISPATCH_FLOATING_TYPES_AND_HALF(x.scalar_type(), "column", [&] {
		column<scalar_t><<<x.size(0), threads, 0, stream>>>(out.data_ptr<scalar_t>(), x.data_ptr<scalar_t>(), x.numel());
	});
	LOG_IF(WARNING, x.numel() == 0) << "nothing to do: " << x.sizes() << std::endl;
	CHECK_GT(x.size(0), 0) << "no row";
	if (x.is_cuda())
		LOG(INFO) << "on device " << x.get_device();
	else
		LOG(ERROR) << "not on a device";
	accessor<<<x.size(0), 64, 0, stream>>>(x.packed_accessor32<float, 2, at::RestrictPtrTraits>(), out.data_ptr<float>());
	C10_CUDA_KERNEL_LAUNCH_CHECK();
	return out;
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m)
{
	m.def("run", &run, "transposes", py::arg("x"));
}
