/* A growing array in an arena: VEC(T) is a struct type, vec_push() appends.
 * Pointers into `at` are valid until the next push. */
#ifndef SMEMLINT_BASE_VEC_H
#define SMEMLINT_BASE_VEC_H

#include "base/arena.h"

#define VEC(T) \
	struct { \
		T *at; \
		int n; \
		int cap; \
	}

#define vec_push(arena, vec, item) \
	((void)((vec)->n < (vec)->cap || ((vec)->at = vec_grow((arena), (vec)->at, &(vec)->cap, (vec)->n, sizeof *(vec)->at), 1)), \
	 (void)((vec)->at[(vec)->n++] = (item)))

/* Storage of at least twice the capacity, with the first n items copied; the rest is not zeroed. */
void *vec_grow(Arena *arena, void *at, int *cap, int n, size_t item_size);

#endif
