// TVM's FFI is not installed.
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/extra/c_env_api.h>
#include <tvm/ffi/function.h>

__global__ void reverse(float *out)
{
	__shared__ float s[128];
	s[threadIdx.x] = out[threadIdx.x]; // fact: store 4/4 exact
	__syncthreads();
	out[threadIdx.x] = s[127 - threadIdx.x]; // fact: load 4/4 exact
}

constexpr DLDataType floats = { kDLFloat, 32, 1 };

void run(tvm::ffi::TensorView out, int64_t stream)
{
	const auto copy = tvm::ffi::Tensor::FromEnvAlloc(TVMFFIEnvTensorAlloc, out.shape(), floats, out.device());
	TVM_FFI_ICHECK(out.dtype() == floats && copy.dtype() != DLDataType{ kDLInt, 8, 1 }) << out.dtype();
	TVM_FFI_ICHECK(out.dim() == 1) << "one dimension";
	TVM_FFI_ICHECK_EQ(out.device().device_type, kDLCUDA);
	reverse<<<out.size(0) / 128, 128, 0, (cudaStream_t)stream>>>(static_cast<float *>(out.data_ptr()));
}

TVM_FFI_DLL_EXPORT_TYPED_FUNC(run, run);
