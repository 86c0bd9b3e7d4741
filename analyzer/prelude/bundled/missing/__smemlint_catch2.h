/* Catch2: a test case becomes a function, for each type of a template's; all sections are entered. */
#pragma once
#include <__smemlint_tests.h>
namespace Catch {
struct Approx {
	template <class __T> explicit Approx(const __T &);
	template <class __T> Approx &epsilon(const __T &);
	template <class __T> Approx &margin(const __T &);
};
template <class __T> bool operator==(const __T &, const Approx &);
template <class __T> bool operator==(const Approx &, const __T &);
struct Session {
	int run(int, char **);
};
namespace Matchers {
template <class __T> struct __smemlint_matcher {};
template <class... __A> __smemlint_matcher<int> WithinRel(const __A &...);
template <class... __A> __smemlint_matcher<int> WithinAbs(const __A &...);
template <class... __A> __smemlint_matcher<int> Equals(const __A &...);
template <class... __A> __smemlint_matcher<int> ContainsSubstring(const __A &...);
}
namespace Generators {
template <class __T> struct __smemlint_of {
	typedef __T type;
};
template <class __T> __smemlint_of<__T> range(__T, __T);
template <class __T> __smemlint_of<__T> range(__T, __T, __T);
template <class __T> __smemlint_of<__T> random(__T, __T);
template <class __T> __smemlint_of<__T> take(int, __smemlint_of<__T>);
template <class __T> __smemlint_of<__T> values(std::initializer_list<__T>);
template <class __T> __T __smemlint_value(__smemlint_of<__T>);
template <class __T> __T __smemlint_value(__T);
template <class __T, class... __A> auto __smemlint_one(__T __v, __A...) { return __smemlint_value(__v); }
using namespace Matchers;
}
}
#define __SMEMLINT_CASE() static void __SMEMLINT_JOIN(__smemlint_case_, __COUNTER__)()
#define TEST_CASE(...) __SMEMLINT_CASE()
#define SCENARIO(...) __SMEMLINT_CASE()
#define TEST_CASE_METHOD(__C, ...) __SMEMLINT_CLASS_CASE(__C, __SMEMLINT_JOIN(__smemlint_case_, __COUNTER__))
#define __SMEMLINT_CLASS_CASE(__C, __N) \
	struct __N : __C { \
		void __test(); \
	}; \
	void __N::__test()
#define TEMPLATE_TEST_CASE(__NAME, __TAGS, ...) \
	__SMEMLINT_TYPED_CASE(__SMEMLINT_JOIN(__smemlint_case_, __COUNTER__), ::__smemlint_tests::types<__VA_ARGS__>)
#define TEMPLATE_LIST_TEST_CASE(__NAME, __TAGS, ...) \
	__SMEMLINT_TYPED_CASE(__SMEMLINT_JOIN(__smemlint_case_, __COUNTER__), __VA_ARGS__)
#define __SMEMLINT_TYPED_CASE(__N, ...) \
	template <class TestType> struct __N { \
		static void __test(); \
	}; \
	static void __SMEMLINT_JOIN(__N, _run)() { ::__smemlint_tests::each<__N, __VA_ARGS__>::run(); } \
	template <class TestType> void __N<TestType>::__test()
namespace __smemlint_tests {
template <class... __T> struct types {};
template <template <class> class __C, class __L> struct each;
template <template <class> class __C, template <class...> class __L, class... __T> struct each<__C, __L<__T...>> {
	static void run()
	{
		int __all[] = { (__C<__T>::__test(), 0)... };
		(void)__all;
	}
};
}
#define SECTION(...) if (true)
#define DYNAMIC_SECTION(...) if (true)
#define GIVEN(...) if (true)
#define WHEN(...) if (true)
#define THEN(...) if (true)
#define GENERATE(...) ::Catch::Generators::__smemlint_one(__VA_ARGS__)
#define GENERATE_COPY(...) ::Catch::Generators::__smemlint_one(__VA_ARGS__)
#define REQUIRE(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define REQUIRE_FALSE(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define CHECK(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define CHECK_FALSE(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define REQUIRE_THAT(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define CHECK_THAT(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define REQUIRE_THROWS(...) __SMEMLINT_STATEMENT(__VA_ARGS__)
#define REQUIRE_NOTHROW(...) __SMEMLINT_STATEMENT(__VA_ARGS__)
#define REQUIRE_THROWS_AS(__S, ...) __SMEMLINT_STATEMENT(__S)
#define STATIC_REQUIRE(...) static_assert(__VA_ARGS__, "")
#define INFO(...) ((void)0)
#define CAPTURE(...) ((void)0)
#define UNSCOPED_INFO(...) ((void)0)
#define WARN(...) ((void)0)
#define FAIL(...) ((void)0)
#define SUCCEED(...) ((void)0)
#define SKIP(...) ((void)0)
