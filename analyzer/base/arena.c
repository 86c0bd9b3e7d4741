#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

/* With AddressSanitizer, memory that is not allocated is poisoned: a pointer that outlives
 * arena_release() is found at its first use. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_POISON 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define ARENA_POISON 1
#endif
#ifdef ARENA_POISON
#include <sanitizer/asan_interface.h>
#define poison(at, n) ASAN_POISON_MEMORY_REGION((at), (n))
#define unpoison(at, n) ASAN_UNPOISON_MEMORY_REGION((at), (n))
#else
#define poison(at, n) ((void)(at), (void)(n))
#define unpoison(at, n) ((void)(at), (void)(n))
#endif

enum { ALIGN = 16, FIRST_CHUNK = 16 << 10, MAX_CHUNK = 1 << 20 };

typedef struct Chunk {
	struct Chunk *next;
	size_t size, used;
	size_t before; /* bytes in use in the chunks before this one */
	_Alignas(ALIGN) unsigned char bytes[];
} Chunk;

/* Chunks after `current` are empty: kept after a release, to be reused. */
struct Arena {
	Chunk *first, *current;
};

Arena *arena_new(void)
{
	return heap_alloc(1, sizeof(Arena));
}

static void free_chunks(Chunk *chunk)
{
	for (Chunk *next; chunk; chunk = next) {
		next = chunk->next;
		unpoison(chunk->bytes, chunk->size);
		free(chunk);
	}
}

void arena_free(Arena *arena)
{
	if (!arena)
		return;
	free_chunks(arena->first);
	free(arena);
}

static void add_before(const Arena *arena, Chunk *chunk, const Chunk *last)
{
	size_t before = arena_used(arena);
	for (; chunk; chunk = chunk == last ? NULL : chunk->next)
		chunk->before += before;
}

void arena_adopt(Arena *arena, Arena *other)
{
	Chunk *last = other->current, **behind = arena->current ? &arena->current->next : &arena->first;
	if (!last) {
		arena_free(other);
		return;
	}
	add_before(arena, other->first, last);
	free_chunks(last->next);
	last->next = *behind;
	*behind = other->first;
	arena->current = last;
	free(other);
}

/* Makes a chunk with room for `size` the current one, after the previous one. */
static void next_chunk(Arena *arena, size_t size)
{
	Chunk *current = arena->current, *next = current ? current->next : arena->first;
	if (!next || next->size < size) {
		size_t room = current ? current->size * 2 : FIRST_CHUNK;
		room = room > MAX_CHUNK ? MAX_CHUNK : room;
		room = room < size ? size : room;
		Chunk *chunk = room > SIZE_MAX - sizeof *chunk ? NULL : malloc(sizeof *chunk + room);
		if (!chunk)
			heap_exhausted();
		chunk->size = room;
		chunk->next = next;
		poison(chunk->bytes, room);
		if (current)
			current->next = chunk;
		else
			arena->first = chunk;
		next = chunk;
	}
	next->used = 0;
	next->before = current ? current->before + current->used : 0;
	arena->current = next;
}

void *arena_alloc_raw(Arena *arena, size_t size)
{
	if (size > SIZE_MAX / 2)
		heap_exhausted();
	size = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
	size = size ? size : ALIGN;
	if (!arena->current || arena->current->size - arena->current->used < size)
		next_chunk(arena, size);
	void *at = arena->current->bytes + arena->current->used;
	arena->current->used += size;
	unpoison(at, size);
	return at;
}

void *arena_alloc(Arena *arena, size_t size)
{
	return memset(arena_alloc_raw(arena, size), 0, size);
}

void *arena_dup(Arena *arena, const void *data, size_t size)
{
	void *copy = arena_alloc_raw(arena, size);
	if (size)
		memcpy(copy, data, size);
	return copy;
}

char *arena_strndup(Arena *arena, const char *text, size_t length)
{
	if (!text)
		return NULL;
	const char *end = memchr(text, 0, length);
	size_t n = end ? (size_t)(end - text) : length;
	char *copy = arena_alloc_raw(arena, n + 1);
	memcpy(copy, text, n);
	copy[n] = 0;
	return copy;
}

char *arena_strdup(Arena *arena, const char *text)
{
	return text ? arena_dup(arena, text, strlen(text) + 1) : NULL;
}

char *arena_printf(Arena *arena, const char *format, ...)
{
	va_list args, again;
	va_start(args, format);
	va_copy(again, args);
	int n = vsnprintf(NULL, 0, format, args);
	va_end(args);
	size_t size = n < 0 ? 1 : (size_t)n + 1;
	char *text = arena_alloc(arena, size);
	if (n >= 0)
		vsnprintf(text, size, format, again);
	va_end(again);
	return text;
}

ArenaMark arena_mark(const Arena *arena)
{
	return (ArenaMark){ arena->current, arena->current ? arena->current->used : 0 };
}

void arena_release(Arena *arena, ArenaMark mark)
{
	Chunk *keep = mark.chunk;
	if (arena->current) {
		Chunk *end = arena->current->next;
		for (Chunk *chunk = keep ? keep : arena->first; chunk != end; chunk = chunk->next) {
			size_t used = chunk == keep ? mark.used : 0;
			poison(chunk->bytes + used, chunk->used - used); /* what is behind was never taken */
			chunk->used = used;
		}
	}
	arena->current = keep;
}

size_t arena_used(const Arena *arena)
{
	return arena->current ? arena->current->before + arena->current->used : 0;
}
