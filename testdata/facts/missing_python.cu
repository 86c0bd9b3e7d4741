// Neither Python nor PyTorch is installed: a module that declares itself without pybind11, with what torch's headers include.
#include <Python.h>
#include <torch/all.h>
#include <c10/cuda/CUDAGuard.h>

__global__ void column(float *out, const float *in)
{
	__shared__ float tile[32][32];
	tile[threadIdx.x][threadIdx.y] = in[threadIdx.x]; // fact: store 32/1 exact
	__syncthreads();
	out[threadIdx.x] = tile[0][threadIdx.x]; // fact: load 1/1 exact
}

std::variant<long, double> most(bool is_floating)
{
	if (is_floating)
		return 1.5;
	return 1L;
}

void run(torch::Tensor x, torch::Tensor y)
{
	const int threads = most(true).index() ? 32 : 64;
	TORCH_CHECK(!x.is_pinned(), "pinned");
	const at::cuda::OptionalCUDAGuard guard(x.device().is_cuda() ? x.device() : y.device());
	column<<<1, 32, 0, at::cuda::getCurrentCUDAStream()>>>(y.data_ptr<float>(), x.data_ptr<float>());
	(void)threads;
}

PyMODINIT_FUNC PyInit_columns()
{
	static struct PyModuleDef module = { PyModuleDef_HEAD_INIT, "columns", nullptr, 0, nullptr };
	return PyModule_Create(&module);
}
