/* Mangled names of kernels, as two compilers spell them. */
#ifndef SMEMLINT_BASE_MANGLED_H
#define SMEMLINT_BASE_MANGLED_H

#include <stdbool.h>

/* Whether the names are equal except for the names that compilers generate for anonymous namespaces: nvcc adds a hash,
 * clang does not. */
bool mangled_same(const char *a, const char *b);

#endif
