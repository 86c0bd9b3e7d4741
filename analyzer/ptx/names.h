/* A table from names, each within a scope, to numbers. */
#ifndef SMEMLINT_PTX_NAMES_H
#define SMEMLINT_PTX_NAMES_H

#include <stddef.h>

#include "base/arena.h"

typedef struct NameTable NameTable;

NameTable *names_new(Arena *arena);
/* Where the name's number is kept, 0 if it is new; valid until the next call. */
int *names_at(NameTable *table, const char *name, size_t n, int scope);
int names_find(const NameTable *table, const char *name, size_t n, int scope); /* 0: not there */

#endif
