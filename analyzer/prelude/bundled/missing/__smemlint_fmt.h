/* {fmt}. */
#pragma once
#include <__smemlint_library.h>
namespace fmt {
template <class... __A> std::string format(const __A &...);
template <class... __A> void print(const __A &...);
template <class... __A> void println(const __A &...);
template <class... __A> std::string to_string(const __A &...);
template <class... __A> std::string join(const __A &...);
template <class... __A> const void *ptr(const __A &...);
enum class color { red, green, blue, yellow, orange, gray, white, black };
enum class emphasis { bold = 1, faint = 2, italic = 4, underline = 8 };
template <class... __A> int fg(const __A &...);
template <class... __A> int bg(const __A &...);
}
#define FMT_STRING(__S) __S
