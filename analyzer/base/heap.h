/* Heap memory for what does not fit an arena's stack order.  Never NULL: out of memory ends the process with a
 * message (status 2), here and nowhere else. */
#ifndef SMEMLINT_BASE_HEAP_H
#define SMEMLINT_BASE_HEAP_H

#include <stddef.h>

_Noreturn void heap_exhausted(void);
void *heap_alloc(size_t n, size_t size); /* zeroed */
void *heap_resize(void *at, size_t n, size_t size); /* what is new is not zeroed */

#endif
