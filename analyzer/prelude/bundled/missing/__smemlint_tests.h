/* What frameworks for tests have in common: a value that takes part in any check and takes any message. */
#pragma once
#include <__smemlint_library.h>
#define __SMEMLINT_JOIN_(__A, __B) __A##__B
#define __SMEMLINT_JOIN(__A, __B) __SMEMLINT_JOIN_(__A, __B)
namespace __smemlint_tests {
struct message {
	template <class __T> const message &operator<<(const __T &) const;
};
template <class... __A> message check(const __A &...);
inline void done(const message &) {}
}
#define __SMEMLINT_CHECK(...) ::__smemlint_tests::check(__VA_ARGS__)
#define __SMEMLINT_STATEMENT(...) \
	{ \
		__VA_ARGS__; \
	}
