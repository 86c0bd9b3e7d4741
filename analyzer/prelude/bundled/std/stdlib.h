#pragma once
#include <stddef.h>
extern "C" {
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void *aligned_alloc(size_t, size_t);
int posix_memalign(void **, size_t, size_t);
void free(void *);
int atexit(void (*)());
int rand();
void srand(unsigned int);
double drand48();
void srand48(long);
int atoi(const char *);
long atol(const char *);
double atof(const char *);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
float strtof(const char *, char **);
double strtod(const char *, char **);
char *getenv(const char *);
int system(const char *);
int abs(int);
long labs(long);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
}
