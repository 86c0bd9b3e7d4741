/* Functions of the C library that programs use without an #include, because nvcc includes <stdlib.h>, <string.h>,
 * <math.h> and <time.h> by itself.  Reading these would take longer than all of the prelude.  A program may
 * include them in addition. */
#pragma once
#define NULL 0
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295U
#define M_PI 3.14159265358979323846

__SMEMLINT_C void *malloc(size_t) noexcept;
__SMEMLINT_C void *calloc(size_t, size_t) noexcept;
__SMEMLINT_C void *realloc(void *, size_t) noexcept;
__SMEMLINT_C void free(void *) noexcept;
__SMEMLINT_C void exit(int) noexcept __attribute__((noreturn));
__SMEMLINT_C void abort() noexcept __attribute__((noreturn));
__SMEMLINT_C int rand() noexcept;
__SMEMLINT_C void srand(unsigned int) noexcept;
__SMEMLINT_C int atoi(const char *) noexcept;
__SMEMLINT_C double atof(const char *) noexcept;
__SMEMLINT_C char *getenv(const char *) noexcept;
__SMEMLINT_C void *memcpy(void *, const void *, size_t) noexcept;
__SMEMLINT_C void *memmove(void *, const void *, size_t) noexcept;
__SMEMLINT_C void *memset(void *, int, size_t) noexcept;
__SMEMLINT_C int memcmp(const void *, const void *, size_t) noexcept;
__SMEMLINT_C size_t strlen(const char *) noexcept;
__SMEMLINT_C int strcmp(const char *, const char *) noexcept;
__SMEMLINT_C char *strcpy(char *, const char *) noexcept;
__SMEMLINT_C clock_t clock() noexcept;
__SMEMLINT_C time_t time(time_t *) noexcept;
__SMEMLINT_STD(size_t)
