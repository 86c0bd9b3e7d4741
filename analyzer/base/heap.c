#include "base/heap.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void heap_exhausted(void)
{
	fputs("smemlint: out of memory\n", stderr);
	_exit(HEAP_EXHAUSTED);
}

void *heap_alloc(size_t n, size_t size)
{
	void *at = calloc(n ? n : 1, size ? size : 1);
	if (!at)
		heap_exhausted();
	return at;
}

void *heap_resize(void *at, size_t n, size_t size)
{
	size_t bytes = size && n > SIZE_MAX / size ? SIZE_MAX : n * size;
	void *grown = realloc(at, bytes ? bytes : 1);
	if (!grown)
		heap_exhausted();
	return grown;
}
