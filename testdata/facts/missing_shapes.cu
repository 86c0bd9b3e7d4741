// PyTorch is not installed: host code compares and takes apart the sizes of tensors, and measures time, before it launches.
#include <torch/extension.h>
#include <ATen/DeviceGuard.h>

__global__ void shift(float *out, const float *in)
{
	__shared__ float row[129];
	__shared__ unsigned counts[32];
	row[2 * threadIdx.x] = in[threadIdx.x]; // fact: store 4/2 exact
	__syncthreads();
	gpuAtomicAdd(&counts[threadIdx.x % 32], 1); // fact: atomic 2/2 exact
	gpuAtomicAddNoReturn(&out[threadIdx.x], 2);
	__syncthreads();
	out[threadIdx.x] = row[threadIdx.x] + counts[0]; // fact: load 4/4 exact
}

struct Shape : public torch::CustomClassHolder {
	explicit Shape(at::IntArrayRef sizes) : sizes(sizes.begin(), sizes.end()) {}
	at::DimVector sizes;
};

void check(const torch::Tensor &x, torch::IntArrayRef sizes)
{
	const std::vector<int64_t> expected = { 8, 64 };
	TORCH_CHECK(x.sizes() == torch::IntArrayRef({ 8, 64 }), "not ", expected);
	TORCH_CHECK(x.sizes() != sizes && x.strides() == expected && !sizes.equals(expected), x.scalar_type());
	if (sizes.front() != sizes.back() || sizes.slice(1).vec() != sizes.slice(0, 1).vec())
		std::cerr << x.sizes() << ' ' << x.scalar_type() << ' ' << x.device() << '\n';
	for (const int64_t size : sizes)
		TORCH_CHECK_GT(size, 0);
}

torch::Tensor run(torch::Tensor x)
{
	check(x, x.sizes().slice(1, 2));
	const at::OptionalDeviceGuard guard(x.device());
	const auto shape = c10::make_intrusive<Shape>(x.sizes());
	c10::List<torch::Tensor> saved;
	if (at::GradMode::is_enabled() && x.requires_grad())
		saved.push_back(x);
	auto out = torch::empty(shape->sizes, x.options());
	const auto start = std::chrono::steady_clock::now();
	shift<<<1, 64>>>(out.data_ptr<float>(), x.data_ptr<float>());
	const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
	const auto us = std::chrono::duration_cast<std::chrono::microseconds>(taken).count();
	std::cerr << taken.count() << ' ' << us << '\n';
	return out;
}

// What forward() launches with the types of a function of autograd is found by its apply().
template <int N> __global__ void scale(float *out)
{
	__shared__ float column[32 * N];
	column[N * threadIdx.x] = 1; // fact: store 8/1 exact
	__syncthreads();
	out[threadIdx.x] = column[threadIdx.x]; // fact: load 1/1 exact
}

template <int N> struct Scale : public torch::autograd::Function<Scale<N>> {
	static torch::Tensor forward(torch::autograd::AutogradContext *ctx, torch::Tensor x, int64_t times)
	{
		ctx->save_for_backward({ x });
		ctx->saved_data["times"] = times;
		scale<N><<<1, 32>>>(x.data_ptr<float>());
		return x;
	}
	static torch::autograd::variable_list backward(torch::autograd::AutogradContext *ctx, torch::autograd::variable_list)
	{
		const auto saved = ctx->get_saved_variables();
		return { saved[0], torch::Tensor() };
	}
};

torch::Tensor scaled(torch::Tensor x)
{
	return Scale<8>::apply(x, 2);
}
