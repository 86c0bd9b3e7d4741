/* What programs use of the C library without an #include, because nvcc includes <stdlib.h>, <string.h>,
 * <math.h> and <time.h> by itself.  Reading those would take longer than all of the prelude; their own
 * declarations may follow. */
#pragma once
#define NULL 0
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295U
#define M_PI 3.14159265358979323846

extern "C" {
#define __SMEMLINT_HOST1(name) double name(double) noexcept; float name##f(float) noexcept;
#define __SMEMLINT_HOST2(name) double name(double, double) noexcept; float name##f(float, float) noexcept;
__SMEMLINT_STD1(__SMEMLINT_HOST1)
__SMEMLINT_STD2(__SMEMLINT_HOST2)
int abs(int) noexcept;
long labs(long) noexcept;
void *malloc(size_t) noexcept;
void *calloc(size_t, size_t) noexcept;
void *realloc(void *, size_t) noexcept;
void free(void *) noexcept;
__attribute__((noreturn)) void exit(int) noexcept;
__attribute__((noreturn)) void abort() noexcept;
int rand() noexcept;
void srand(unsigned int) noexcept;
int atoi(const char *) noexcept;
double atof(const char *) noexcept;
char *getenv(const char *) noexcept;
void *memcpy(void *, const void *, size_t) noexcept;
void *memmove(void *, const void *, size_t) noexcept;
void *memset(void *, int, size_t) noexcept;
int memcmp(const void *, const void *, size_t) noexcept;
size_t strlen(const char *) noexcept;
int strcmp(const char *, const char *) noexcept;
char *strcpy(char *, const char *) noexcept;
clock_t clock() noexcept;
time_t time(time_t *) noexcept;
}

namespace std {
__SMEMLINT_STD1(__SMEMLINT_USE)
__SMEMLINT_STD2(__SMEMLINT_USE)
using ::abs; using ::fma; using ::fmaf; using ::ldexp; using ::frexp; using ::modf; using ::scalbn;
using ::isnan; using ::isinf; using ::isfinite; using ::signbit; using ::lrint; using ::lround;
using ::llrint; using ::llround; using ::ilogb; using ::size_t;
}
