// PyTorch is not installed: its complex numbers have their arithmetic, and are stored as one word of two numbers.
#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <c10/util/complex.h>

struct Both {
	template <typename T> __device__ T operator()(const T &a, const T &b) const
	{
		return a * b + a; // fact: load 8/4 exact | load 4/2 exact
	}
};

template <typename scalar_t>
__global__ void turn(scalar_t *out, const scalar_t *in, float angle)
{
	using part_t = typename c10::scalar_value_type<scalar_t>::type;
	// every other number: of 16 bytes, 8 lanes of a quarter of the warp lie in 64 words; of 8 bytes, 16 lanes of a half do
	__shared__ scalar_t numbers[64], sums[32];
	const scalar_t by = c10::polar(part_t(1), part_t(angle));
	scalar_t z = 2 * in[threadIdx.x] - by;
	z *= std::conj(z) / part_t(3);
	z += scalar_t(std::abs(by), std::arg(by));
	z /= by;
	if (z == scalar_t(1) || z != -by)
		z = std::exp(z) + std::norm(z) + z.real() - std::imag(z);
	numbers[2 * threadIdx.x] = z; // fact: store 8/4 exact | store 4/2 exact
	__syncthreads();
	sums[threadIdx.x] = Both()(numbers[2 * (threadIdx.x ^ 1)], by); // fact: store 4/4 exact | store 2/2 exact
	__syncthreads();
	out[threadIdx.x] = sums[31 - threadIdx.x]; // fact: load 4/4 exact | load 2/2 exact
}

void run(at::Tensor out, at::Tensor in, c10::complex<float> angle)
{
	using namespace c10::complex_literals;
	const auto difference = angle - 0.5_if * c10::complex<float>(1, 2);
	AT_DISPATCH_COMPLEX_TYPES(in.scalar_type(), "turn", [&] {
		turn<scalar_t><<<1, 32>>>(out.data_ptr<scalar_t>(), in.data_ptr<scalar_t>(), std::arg(difference));
	});
}
