/* Heap memory for data that does not fit the stack order of an arena.  Never NULL: out of memory ends the process
 * with a message and status 2. */
#ifndef SMEMLINT_BASE_HEAP_H
#define SMEMLINT_BASE_HEAP_H

#include <stddef.h>

enum { HEAP_EXHAUSTED = 2 }; /* the status; no other way out of a worker process has it (base/pool.h) */
_Noreturn void heap_exhausted(void);
void *heap_alloc(size_t n, size_t size); /* zeroed */
void *heap_resize(void *at, size_t n, size_t size); /* added memory is not zeroed */

#endif
