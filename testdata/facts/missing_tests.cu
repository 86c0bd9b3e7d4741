// Frameworks for tests and benchmarks are not installed: what their macros define is read all the same.
// flags: --cuda-path=none -nostdlibinc
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_templated.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nvbench/nvbench.cuh>

template <typename T, int N> __global__ void strided(T *out)
{
	__shared__ T s[64 * N];
	s[threadIdx.x * N] = 0; // fact: store 2/1 exact block 32 | store 4/2 exact block 32 | store 8/1 exact block 32 | store 8/2 exact block 64 | store 8/2 exact block 32
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 1/1 exact block 32 | load 2/2 exact block 32 | load 2/2 exact block 32 | load 2/2 exact block 64
}

template <typename T> struct Typed : testing::Test {};
using Kinds = testing::Types<float>;
TYPED_TEST_SUITE(Typed, Kinds);
TYPED_TEST(Typed, Launches)
{
	strided<TypeParam, 2><<<1, 32>>>(nullptr);
	EXPECT_EQ(cudaGetLastError(), cudaSuccess) << fmt::format("{}", 1);
}

TEST(Plain, Launches)
{
	strided<float, 4><<<1, 64>>>(nullptr);
	ASSERT_TRUE(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("strided", "[launch]")
{
	SECTION("wide")
	{
		strided<double, 2><<<1, 32>>>(nullptr);
	}
	REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
}

// A fixture that is a template, generators named without their namespace, and a matcher of the program's own.
template <typename T> struct Buffers {
	T *out = nullptr;
};
struct Near : Catch::Matchers::MatcherGenericBase {
	template <typename T> bool match(const T &value) const { return value < 1; }
	std::string describe() const override { return "near"; }
};
using Lists = testing::Types<double>;
CATCH_TEMPLATE_LIST_TEST_CASE_METHOD(Buffers, "generated", "[launch]", Lists)
{
	const int blocks = GENERATE_COPY(take(2, random(1, 100)), values({ 1, 7 }));
	strided<TestType, 4><<<blocks, 32>>>(this->out);
	CATCH_CHECK_THAT(blocks, Near());
	CAPTURE(Catch::StringMaker<cudaError_t>::convert(cudaSuccess), Catch::getResultCapture().getCurrentTestName());
}

template <typename T> void benchmark(nvbench::state &state, nvbench::type_list<T>)
{
	state.exec([](nvbench::launch &at) { strided<T, 8><<<1, 32, 0, at.get_stream()>>>(nullptr); });
}
NVBENCH_BENCH_TYPES(benchmark, NVBENCH_TYPE_AXES(nvbench::type_list<int>));
