// TVM's FFI is not installed.
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/function.h>

__global__ void reverse(float *out)
{
	__shared__ float s[128];
	s[threadIdx.x] = out[threadIdx.x]; // fact: store 4/4 exact
	__syncthreads();
	out[threadIdx.x] = s[127 - threadIdx.x]; // fact: load 4/4 exact
}

void run(tvm::ffi::TensorView out, int64_t stream)
{
	TVM_FFI_ICHECK(out.dim() == 1) << "one dimension";
	TVM_FFI_ICHECK_EQ(out.device().device_type, kDLCUDA);
	reverse<<<out.size(0) / 128, 128, 0, (cudaStream_t)stream>>>(static_cast<float *>(out.data_ptr()));
}

TVM_FFI_DLL_EXPORT_TYPED_FUNC(run, run);
