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
namespace Clara {
struct Parser {
	template <class __T> friend Parser operator|(const Parser &, const __T &);
};
struct Opt {
	template <class... __A> Opt(const __A &...);
	Opt operator[](const char *) const;
	Opt operator()(const char *) const;
};
}
struct Session {
	Clara::Parser cli();
	void cli(const Clara::Parser &);
	int applyCommandLine(int, char **);
	int run();
	int run(int, char **);
};
template <class __T, class = void> struct is_range {
	static constexpr bool value = false;
};
template <class __T> struct is_range<__T, decltype((void)std::declval<__T>().begin())> {
	static constexpr bool value = true;
};
template <class __T, class = void> struct StringMaker {
	static std::string convert(const __T &);
};
namespace Detail {
template <class __T> std::string stringify(const __T &);
}
template <class __R> std::string rangeToString(const __R &);
struct ReusableStringStream {
	template <class __T> ReusableStringStream &operator<<(const __T &);
	std::string str() const;
};
struct IResultCapture {
	std::string getCurrentTestName() const;
};
IResultCapture &getResultCapture();
struct ITransientExpression {
	constexpr ITransientExpression(bool, bool) {}
	virtual void streamReconstructedExpression(std::ostream &) const;
};
struct ResultDisposition {
	enum Flags { Normal = 1, ContinueOnFailure = 2 };
};
struct AssertionHandler {
	template <class... __A> AssertionHandler(const __A &...);
	void handleExpr(const ITransientExpression &);
	void complete();
};
namespace Matchers {
struct MatcherGenericBase {
	virtual std::string describe() const;
	std::string toString() const;
};
template <class __T> struct MatcherBase : MatcherGenericBase {
	virtual bool match(const __T &) const;
};
struct __smemlint_matcher {
	template <class __T> __smemlint_matcher &epsilon(const __T &);
	template <class __T> __smemlint_matcher &margin(const __T &);
	template <class __T> bool match(const __T &) const;
};
template <class... __A> __smemlint_matcher Approx(const __A &...);
template <class... __A> __smemlint_matcher WithinRel(const __A &...);
template <class... __A> __smemlint_matcher WithinAbs(const __A &...);
template <class... __A> __smemlint_matcher WithinULP(const __A &...);
template <class... __A> __smemlint_matcher Equals(const __A &...);
template <class... __A> __smemlint_matcher Contains(const __A &...);
template <class... __A> __smemlint_matcher ContainsSubstring(const __A &...);
template <class... __A> __smemlint_matcher StartsWith(const __A &...);
template <class... __A> __smemlint_matcher RangeEquals(const __A &...);
}
namespace Generators {
template <class __T> struct __smemlint_of {
	typedef __T type;
};
template <class __T> __smemlint_of<__T> value(const __T &);
template <class __T> __smemlint_of<__T> values(std::initializer_list<__T>);
#if __has_include(<tuple>)
template <class... __T> __smemlint_of<std::tuple<__T...>> table(std::initializer_list<std::tuple<__T...>>);
#endif
template <class __T, class __U> auto range(__T __a, __U __b) -> __smemlint_of<decltype(__a + __b)>;
template <class __T, class __U, class __V> auto range(__T __a, __U __b, __V) -> __smemlint_of<decltype(__a + __b)>;
template <class __T, class __U> auto random(__T __a, __U __b) -> __smemlint_of<decltype(__a + __b)>;
template <class __T> __smemlint_of<__T> take(std::size_t, __smemlint_of<__T>);
template <class __T> __smemlint_of<__T> repeat(std::size_t, __smemlint_of<__T>);
template <class __T, class __F> __smemlint_of<__T> filter(__F, __smemlint_of<__T>);
template <class __F, class __T> auto map(__F __f, __smemlint_of<__T>) -> __smemlint_of<decltype(__f(std::declval<__T>()))>;
template <class __U, class __F, class __T> __smemlint_of<__U> map(__F, __smemlint_of<__T>);
template <class __T> __smemlint_of<std::vector<__T>> chunk(std::size_t, __smemlint_of<__T>);
template <class __R> auto from_range(const __R &__r) -> __smemlint_of<std::decay_t<decltype(*__r.begin())>>;
template <class __T> __T __smemlint_value(__smemlint_of<__T>);
template <class __T> __T __smemlint_value(__T);
template <class __T, class... __A> auto __smemlint_first(const __T &__v, const __A &...) { return __smemlint_value(__v); }
}
}
#define __SMEMLINT_CATCH_CASE() static void __SMEMLINT_JOIN(__smemlint_case_, __COUNTER__)()
#define __SMEMLINT_CATCH_METHOD(__C, __N) \
	struct __N : __C { \
		void __test(); \
	}; \
	void __N::__test()
#define __SMEMLINT_CATCH_TYPED(__C, ...) \
	__SMEMLINT_CATCH_TYPED_AS(__SMEMLINT_JOIN(__smemlint_case_, __COUNTER__), __C, __VA_ARGS__)
#define __SMEMLINT_CATCH_TYPED_AS(__N, __C, ...) \
	template <class TestType> struct __N : __C<TestType> { \
		void __test(); \
	}; \
	static void __SMEMLINT_JOIN(__N, _run)() { ::__smemlint_tests::each<__N, __VA_ARGS__>::run(); } \
	template <class TestType> void __N<TestType>::__test()
namespace __smemlint_tests {
template <class> struct fixture {};
template <class... __T> struct types {};
template <template <class> class __C, class __L> struct each;
template <template <class> class __C, template <class...> class __L, class... __T> struct each<__C, __L<__T...>> {
	static void run()
	{
		int __all[] = { (__C<__T>().__test(), 0)... };
		(void)__all;
	}
};
}
/* Generators are named in the argument as if in their own namespace. */
#define __SMEMLINT_CATCH_GENERATE(...) \
	[&] { \
		using namespace ::Catch::Generators; \
		return __smemlint_first(__VA_ARGS__); \
	}()
#define GENERATE(...) __SMEMLINT_CATCH_GENERATE(__VA_ARGS__)
#define GENERATE_COPY(...) __SMEMLINT_CATCH_GENERATE(__VA_ARGS__)
#define GENERATE_REF(...) __SMEMLINT_CATCH_GENERATE(__VA_ARGS__)
#define CATCH_FORWARD(...) static_cast<decltype(__VA_ARGS__) &&>(__VA_ARGS__)
#define CATCH_INTERNAL_LINEINFO __FILE__
#define CATCH_INTERNAL_STRINGIFY(...) #__VA_ARGS__
#define INTERNAL_CATCH_TRY
#define INTERNAL_CATCH_CATCH(...)
/* With CATCH_ before them, and without it unless the program says so. */
#define CATCH_TEST_CASE(...) __SMEMLINT_CATCH_CASE()
#define CATCH_SCENARIO(...) __SMEMLINT_CATCH_CASE()
#define CATCH_TEST_CASE_METHOD(__C, ...) __SMEMLINT_CATCH_METHOD(__C, __SMEMLINT_JOIN(__smemlint_case_, __COUNTER__))
#define CATCH_SCENARIO_METHOD(__C, ...) __SMEMLINT_CATCH_METHOD(__C, __SMEMLINT_JOIN(__smemlint_case_, __COUNTER__))
#define CATCH_TEMPLATE_TEST_CASE(__NAME, __TAGS, ...) __SMEMLINT_CATCH_TYPED(__smemlint_tests::fixture, ::__smemlint_tests::types<__VA_ARGS__>)
#define CATCH_TEMPLATE_LIST_TEST_CASE(__NAME, __TAGS, ...) __SMEMLINT_CATCH_TYPED(__smemlint_tests::fixture, __VA_ARGS__)
#define CATCH_TEMPLATE_TEST_CASE_METHOD(__C, __NAME, __TAGS, ...) __SMEMLINT_CATCH_TYPED(__C, ::__smemlint_tests::types<__VA_ARGS__>)
#define CATCH_TEMPLATE_LIST_TEST_CASE_METHOD(__C, __NAME, __TAGS, ...) __SMEMLINT_CATCH_TYPED(__C, __VA_ARGS__)
#define CATCH_METHOD_AS_TEST_CASE(...)
#define CATCH_REGISTER_TEST_CASE(...)
#define CATCH_SECTION(...) if (true)
#define CATCH_DYNAMIC_SECTION(...) if (true)
#define CATCH_GIVEN(...) if (true)
#define CATCH_AND_GIVEN(...) if (true)
#define CATCH_WHEN(...) if (true)
#define CATCH_AND_WHEN(...) if (true)
#define CATCH_THEN(...) if (true)
#define CATCH_AND_THEN(...) if (true)
#define CATCH_REQUIRE(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define CATCH_REQUIRE_FALSE(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define CATCH_REQUIRE_THAT(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define CATCH_REQUIRE_NOTHROW(...) __SMEMLINT_STATEMENT(__VA_ARGS__)
#define CATCH_REQUIRE_THROWS(...) __SMEMLINT_STATEMENT(__VA_ARGS__)
#define CATCH_REQUIRE_THROWS_AS(__S, ...) __SMEMLINT_STATEMENT(__S)
#define CATCH_REQUIRE_THROWS_WITH(__S, ...) __SMEMLINT_STATEMENT(__S)
#define CATCH_REQUIRE_THROWS_MATCHES(__S, ...) __SMEMLINT_STATEMENT(__S)
#define CATCH_CHECK(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define CATCH_CHECK_FALSE(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define CATCH_CHECK_NOFAIL(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define CATCH_CHECK_THAT(...) __SMEMLINT_CHECK(__VA_ARGS__)
#define CATCH_CHECK_NOTHROW(...) __SMEMLINT_STATEMENT(__VA_ARGS__)
#define CATCH_CHECK_THROWS(...) __SMEMLINT_STATEMENT(__VA_ARGS__)
#define CATCH_CHECK_THROWS_AS(__S, ...) __SMEMLINT_STATEMENT(__S)
#define CATCH_CHECK_THROWS_WITH(__S, ...) __SMEMLINT_STATEMENT(__S)
#define CATCH_CHECK_THROWS_MATCHES(__S, ...) __SMEMLINT_STATEMENT(__S)
#define CATCH_CHECKED_IF(...) if (__VA_ARGS__)
#define CATCH_CHECKED_ELSE(...) if (!(__VA_ARGS__))
#define CATCH_STATIC_REQUIRE(...) static_assert(__VA_ARGS__, "")
#define CATCH_STATIC_REQUIRE_FALSE(...) static_assert(!(__VA_ARGS__), "")
#define CATCH_STATIC_CHECK(...) static_assert(__VA_ARGS__, "")
#define CATCH_STATIC_CHECK_FALSE(...) static_assert(!(__VA_ARGS__), "")
#define CATCH_INFO(...) ((void)0)
#define CATCH_UNSCOPED_INFO(...) ((void)0)
#define CATCH_CAPTURE(...) ((void)0)
#define CATCH_WARN(...) ((void)0)
#define CATCH_FAIL(...) ((void)0)
#define CATCH_FAIL_CHECK(...) ((void)0)
#define CATCH_SUCCEED(...) ((void)0)
#define CATCH_SKIP(...) ((void)0)
#ifndef CATCH_CONFIG_PREFIX_ALL
#define TEST_CASE(...) CATCH_TEST_CASE(__VA_ARGS__)
#define SCENARIO(...) CATCH_SCENARIO(__VA_ARGS__)
#define TEST_CASE_METHOD(...) CATCH_TEST_CASE_METHOD(__VA_ARGS__)
#define SCENARIO_METHOD(...) CATCH_SCENARIO_METHOD(__VA_ARGS__)
#define TEMPLATE_TEST_CASE(...) CATCH_TEMPLATE_TEST_CASE(__VA_ARGS__)
#define TEMPLATE_LIST_TEST_CASE(...) CATCH_TEMPLATE_LIST_TEST_CASE(__VA_ARGS__)
#define TEMPLATE_TEST_CASE_METHOD(...) CATCH_TEMPLATE_TEST_CASE_METHOD(__VA_ARGS__)
#define TEMPLATE_LIST_TEST_CASE_METHOD(...) CATCH_TEMPLATE_LIST_TEST_CASE_METHOD(__VA_ARGS__)
#define METHOD_AS_TEST_CASE(...) CATCH_METHOD_AS_TEST_CASE(__VA_ARGS__)
#define REGISTER_TEST_CASE(...) CATCH_REGISTER_TEST_CASE(__VA_ARGS__)
#define SECTION(...) CATCH_SECTION(__VA_ARGS__)
#define DYNAMIC_SECTION(...) CATCH_DYNAMIC_SECTION(__VA_ARGS__)
#define GIVEN(...) CATCH_GIVEN(__VA_ARGS__)
#define AND_GIVEN(...) CATCH_AND_GIVEN(__VA_ARGS__)
#define WHEN(...) CATCH_WHEN(__VA_ARGS__)
#define AND_WHEN(...) CATCH_AND_WHEN(__VA_ARGS__)
#define THEN(...) CATCH_THEN(__VA_ARGS__)
#define AND_THEN(...) CATCH_AND_THEN(__VA_ARGS__)
#define REQUIRE(...) CATCH_REQUIRE(__VA_ARGS__)
#define REQUIRE_FALSE(...) CATCH_REQUIRE_FALSE(__VA_ARGS__)
#define REQUIRE_THAT(...) CATCH_REQUIRE_THAT(__VA_ARGS__)
#define REQUIRE_NOTHROW(...) CATCH_REQUIRE_NOTHROW(__VA_ARGS__)
#define REQUIRE_THROWS(...) CATCH_REQUIRE_THROWS(__VA_ARGS__)
#define REQUIRE_THROWS_AS(...) CATCH_REQUIRE_THROWS_AS(__VA_ARGS__)
#define REQUIRE_THROWS_WITH(...) CATCH_REQUIRE_THROWS_WITH(__VA_ARGS__)
#define REQUIRE_THROWS_MATCHES(...) CATCH_REQUIRE_THROWS_MATCHES(__VA_ARGS__)
#define CHECK(...) CATCH_CHECK(__VA_ARGS__)
#define CHECK_FALSE(...) CATCH_CHECK_FALSE(__VA_ARGS__)
#define CHECK_NOFAIL(...) CATCH_CHECK_NOFAIL(__VA_ARGS__)
#define CHECK_THAT(...) CATCH_CHECK_THAT(__VA_ARGS__)
#define CHECK_NOTHROW(...) CATCH_CHECK_NOTHROW(__VA_ARGS__)
#define CHECK_THROWS(...) CATCH_CHECK_THROWS(__VA_ARGS__)
#define CHECK_THROWS_AS(...) CATCH_CHECK_THROWS_AS(__VA_ARGS__)
#define CHECK_THROWS_WITH(...) CATCH_CHECK_THROWS_WITH(__VA_ARGS__)
#define CHECK_THROWS_MATCHES(...) CATCH_CHECK_THROWS_MATCHES(__VA_ARGS__)
#define CHECKED_IF(...) CATCH_CHECKED_IF(__VA_ARGS__)
#define CHECKED_ELSE(...) CATCH_CHECKED_ELSE(__VA_ARGS__)
#define STATIC_REQUIRE(...) CATCH_STATIC_REQUIRE(__VA_ARGS__)
#define STATIC_REQUIRE_FALSE(...) CATCH_STATIC_REQUIRE_FALSE(__VA_ARGS__)
#define STATIC_CHECK(...) CATCH_STATIC_CHECK(__VA_ARGS__)
#define STATIC_CHECK_FALSE(...) CATCH_STATIC_CHECK_FALSE(__VA_ARGS__)
#define INFO(...) CATCH_INFO(__VA_ARGS__)
#define UNSCOPED_INFO(...) CATCH_UNSCOPED_INFO(__VA_ARGS__)
#define CAPTURE(...) CATCH_CAPTURE(__VA_ARGS__)
#define WARN(...) CATCH_WARN(__VA_ARGS__)
#define FAIL(...) CATCH_FAIL(__VA_ARGS__)
#define FAIL_CHECK(...) CATCH_FAIL_CHECK(__VA_ARGS__)
#define SUCCEED(...) CATCH_SUCCEED(__VA_ARGS__)
#define SKIP(...) CATCH_SKIP(__VA_ARGS__)
#endif
