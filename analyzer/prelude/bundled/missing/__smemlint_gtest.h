/* GoogleTest: a test's body becomes a function, for each type of a typed one. */
#pragma once
#include <__smemlint_tests.h>
namespace testing {
struct Test {
	virtual ~Test();
	static bool HasFailure();
	static bool HasFatalFailure();
	virtual void SetUp();
	virtual void TearDown();
	virtual void TestBody();
};
template <class __T> struct WithParamInterface {
	typedef __T ParamType;
	static const __T &GetParam();
};
template <class __T> struct TestWithParam : Test, WithParamInterface<__T> {
	using ParamType = __T;
};
template <class __T> struct TestParamInfo {
	__T param;
	size_t index;
};
template <class... __T> struct Types {};
struct __smemlint_values {
	template <class __T> operator __T() const;
};
template <class... __A> __smemlint_values Values(const __A &...);
template <class... __A> __smemlint_values ValuesIn(const __A &...);
template <class... __A> __smemlint_values Combine(const __A &...);
template <class... __A> __smemlint_values Range(const __A &...);
inline __smemlint_values Bool() { return __smemlint_values(); }
typedef __smemlint_tests::message AssertionResult;
typedef __smemlint_tests::message Message;
AssertionResult AssertionSuccess();
AssertionResult AssertionFailure();
void InitGoogleTest(int *, char **);
void InitGoogleTest();
template <template <class> class __C, class __L> struct __smemlint_typed;
template <template <class> class __C, class... __T> struct __smemlint_typed<__C, Types<__T...>> {
	static void run()
	{
		int __all[] = { (__C<__T>().TestBody(), 0)... };
		(void)__all;
	}
};
template <template <class> class __C, class __T> struct __smemlint_typed {
	static void run() { __C<__T>().TestBody(); }
};
}
int RUN_ALL_TESTS();
#define __SMEMLINT_TEST(__S, __N, __BASE) \
	struct __S##_##__N##_Test : __BASE { \
		void TestBody(); \
	}; \
	void __S##_##__N##_Test::TestBody()
#define TEST(__S, __N) __SMEMLINT_TEST(__S, __N, ::testing::Test)
#define TEST_F(__S, __N) __SMEMLINT_TEST(__S, __N, __S)
#define TEST_P(__S, __N) __SMEMLINT_TEST(__S, __N, __S)
#define TYPED_TEST_SUITE(__S, __TYPES, ...) typedef __TYPES __smemlint_types_##__S
#define TYPED_TEST_CASE(__S, __TYPES, ...) typedef __TYPES __smemlint_types_##__S
#define TYPED_TEST(__S, __N) \
	template <class __T> struct __S##_##__N##_Test : __S<__T> { \
		typedef __S<__T> TestFixture; \
		typedef __T TypeParam; \
		void TestBody(); \
	}; \
	static void __smemlint_run_##__S##_##__N() { ::testing::__smemlint_typed<__S##_##__N##_Test, __smemlint_types_##__S>::run(); } \
	template <class __T> void __S##_##__N##_Test<__T>::TestBody()
#define TYPED_TEST_SUITE_P(__S) static_assert(true, "")
#define REGISTER_TYPED_TEST_SUITE_P(...) static_assert(true, "")
#define INSTANTIATE_TEST_SUITE_P(...) static_assert(true, "")
#define INSTANTIATE_TEST_CASE_P(...) static_assert(true, "")
#define INSTANTIATE_TYPED_TEST_SUITE_P(...) static_assert(true, "")
#define GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(...) static_assert(true, "")
#define EXPECT_TRUE(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define EXPECT_FALSE(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define EXPECT_EQ(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define EXPECT_NE(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define EXPECT_LT(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define EXPECT_LE(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define EXPECT_GT(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define EXPECT_GE(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define EXPECT_STREQ(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define EXPECT_NEAR(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define EXPECT_FLOAT_EQ(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define EXPECT_DOUBLE_EQ(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define EXPECT_PRED2(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define EXPECT_THROW(__S, __E) __SMEMLINT_STATEMENT(__S)
#define EXPECT_ANY_THROW(...) __SMEMLINT_STATEMENT(__VA_ARGS__)
#define EXPECT_NO_THROW(...) __SMEMLINT_STATEMENT(__VA_ARGS__)
#define EXPECT_DEATH(__S, ...) __SMEMLINT_STATEMENT(__S)
#define ASSERT_TRUE(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define ASSERT_FALSE(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define ASSERT_EQ(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define ASSERT_NE(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define ASSERT_LT(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define ASSERT_LE(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define ASSERT_GT(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define ASSERT_GE(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define ASSERT_NEAR(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define ASSERT_FLOAT_EQ(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define ASSERT_DOUBLE_EQ(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define ASSERT_STREQ(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define ASSERT_NO_THROW(...) __SMEMLINT_STATEMENT(__VA_ARGS__)
#define ASSERT_THROW(__S, __E) __SMEMLINT_STATEMENT(__S)
#define ASSERT_NO_FATAL_FAILURE(...) __SMEMLINT_STATEMENT(__VA_ARGS__)
#define EXPECT_NO_FATAL_FAILURE(...) __SMEMLINT_STATEMENT(__VA_ARGS__)
#define SUCCEED() __SMEMLINT_CHECK()
#define FAIL() __SMEMLINT_CHECK()
#define ADD_FAILURE() __SMEMLINT_CHECK()
#define GTEST_SKIP() __SMEMLINT_CHECK()
#define SCOPED_TRACE(...) ((void)0)
