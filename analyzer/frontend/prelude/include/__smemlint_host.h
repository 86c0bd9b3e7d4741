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
using ::size_t;
}
