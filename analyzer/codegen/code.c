#include "codegen/code.h"

#include <string.h>

static bool alike(const CodeAccess *a, const CodeAccess *b)
{
	bool same_kernel = a->kernel == b->kernel || (a->kernel && b->kernel && !strcmp(a->kernel, b->kernel));
	if (!same_kernel || a->kind != b->kind || a->bytes != b->bytes || a->is_generic != b->is_generic || a->is_hidden != b->is_hidden ||
	    a->n_places != b->n_places)
		return false;
	for (int i = 0; i < a->n_places; i++)
		if (a->places[i].file != b->places[i].file || a->places[i].line != b->places[i].line)
			return false;
	return true;
}

/* Instructions of one place are close together: only the last ones are compared. */
enum { LOOK_BACK = 64 };

void code_add(Arena *arena, CodeTable *table, const CodeAccess *access)
{
	int first = table->accesses.n > LOOK_BACK ? table->accesses.n - LOOK_BACK : 0;
	for (int i = table->accesses.n; i-- > first;)
		if (alike(&table->accesses.at[i], access)) {
			table->accesses.at[i].count += access->count;
			return;
		}
	CodeAccess copy = *access;
	copy.places = arena_dup(arena, access->places, sizeof *copy.places * (size_t)copy.n_places);
	vec_push(arena, &table->accesses, copy);
}

int code_file(Arena *arena, CodeTable *table, const char *name, size_t length)
{
	for (int i = 0; i < table->files.n; i++)
		if (strlen(table->files.at[i]) == length && !memcmp(table->files.at[i], name, length))
			return i;
	vec_push(arena, &table->files, (const char *)arena_strndup(arena, name, length));
	return table->files.n - 1;
}
