#pragma once
extern "C" void __assert_fail(const char *, const char *, unsigned int, const char *) noexcept;
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif
