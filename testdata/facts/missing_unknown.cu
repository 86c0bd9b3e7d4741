// Headers that nobody knows are not found: what the host code uses of them is guessed from how it does; a kernel that needs them is
// not analysed.
// exit: 3
#include "acme/tensor.h" // expect: problem 'acme/tensor.h' and another header are not found
#include <acme_test.h>

using namespace acme::literals;
namespace tensors = acme::detail;

ACME_API void declared(int);

template <int N> __global__ void strided(float *out, int n)
{
	__shared__ float s[32 * N];
	s[threadIdx.x * N] = n; // fact: store 4/2 exact block 64 | store 8/2 exact block 32,2 | store 32/4 exact block 128 | store 48/3 exact block 96 | store 32/1 exact block 32
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 2/2 exact block 64 | load 2/2 exact block 32,2 | load 4/4 exact block 128 | load 3/3 exact block 96 | load 1/1 exact block 32
}

__global__ void by_value(acme::Params params, float *out)
{
	__shared__ float s[64];
	s[threadIdx.x] = 0; // fact: store 1/1 exact
	out[0] = s[1];      // fact: load 1/1 exact
}

__global__ void field(float *out, acme::Params params) // expect: problem 'acme/tensor.h' and another header are not found, and this needs it
{
	__shared__ float s[1024];
	s[threadIdx.x * params.stride] = 0;
	out[0] = s[1];
}

__global__ void constant(float *out) // expect: problem and this needs it
{
	__shared__ float s[1024];
	s[threadIdx.x * ACME_PITCH] = 0;
	out[0] = s[1];
}

__global__ void held(float *out) // expect: problem was not analysed
{
	__shared__ acme::Params s[32];
	out[threadIdx.x] = sizeof s[threadIdx.x];
}

template <int KIND> __global__ void kinds(float *out) // expect: problem is never instantiated
{
	__shared__ float s[1024];
	s[threadIdx.x * KIND] = 0;
	out[0] = s[1];
}

acme::Tensor run(const acme::Tensor &x, acme::Stream *where, int n)
{
	ACME_CHECK(x.is_cuda() && n > 0, "on the GPU, not ", x.device());
	acme::Tensor out = acme::zeros({ 1, 2 }, x.options().dtype(acme::kFloat));
	auto stream = tensors::current_stream(where);
	acme::Guard<acme::Device> guard(x.device());
	switch (x.type()) {
	case acme::Type::f32:
		strided<2><<<x.size(0), 64, 0, stream>>>(x.data<float>(), n);
		break;
	case acme::Type::f64:
		kinds<acme::Type::f64><<<1, 32>>>(x.data<float>());
		break;
	}
	strided<4><<<dim3(x.rows, (x.size(1) + 31) / 32), dim3(32, 2), 0, where->get()>>>(x.template data_ptr<float>(), out[0].size(1));
	ACME_DISPATCH(x.type(), "strided", [&] { strided<8><<<x.size(0), 128>>>(x.data<float>(), n); });
	by_value<<<1, 32>>>(acme::Params(x), x.data<float>());
	ACME_RETRY (3) {
		strided<32><<<1, 32>>>(nullptr, 1);
	}
	return out;
}

ACME_MODULE(name, m)
{
	m.def("run", &run);
}

ACME_TEST(Suite, name)
{
	strided<16><<<1, 96>>>(nullptr, 3);
}
