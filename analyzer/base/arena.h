/* An arena allocator: all results of an analysis live in one arena and are freed with it.
 *
 * Allocation never fails (out of memory ends the process with a message); memory is zeroed and
 * aligned to 16 bytes.  Temporaries are freed in stack order: everything allocated after
 * arena_mark() is invalid after arena_release(). */
#ifndef SMEMLINT_BASE_ARENA_H
#define SMEMLINT_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

typedef struct Arena Arena;
typedef struct ArenaMark {
	void *chunk;
	size_t used;
} ArenaMark;

Arena *arena_new(void);
void arena_free(Arena *arena); /* NULL is allowed */

void *arena_alloc(Arena *arena, size_t size);
void *arena_alloc_raw(Arena *arena, size_t size); /* not zeroed */
void *arena_dup(Arena *arena, const void *data, size_t size);
char *arena_strdup(Arena *arena, const char *text); /* NULL gives NULL */
char *arena_strndup(Arena *arena, const char *text, size_t length);
char *arena_printf(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

ArenaMark arena_mark(const Arena *arena);
void arena_release(Arena *arena, ArenaMark mark);

/* Moves the memory of `other` to `arena`, as if it were allocated now, and frees `other`. */
void arena_adopt(Arena *arena, Arena *other);

/* Bytes allocated and not released: for budgets and statistics. */
size_t arena_used(const Arena *arena);

#define arena_new_of(arena, T) ((T *)arena_alloc((arena), sizeof(T)))
#define arena_array(arena, T, n) ((T *)arena_alloc((arena), sizeof(T) * (size_t)(n)))

#endif
