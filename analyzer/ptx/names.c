#include "ptx/names.h"

#include <stdint.h>
#include <string.h>

typedef struct Slot {
	const char *name; /* NULL: free */
	size_t n;
	int scope, number;
} Slot;

struct NameTable {
	Arena *arena;
	Slot *slots;
	size_t size; /* a power of two */
	size_t used;
};

NameTable *names_new(Arena *arena)
{
	NameTable *table = arena_new_of(arena, NameTable);
	*table = (NameTable){ .arena = arena, .size = 64 };
	table->slots = arena_array(arena, Slot, table->size);
	return table;
}

static Slot *slot_of(const NameTable *table, const char *name, size_t n, int scope)
{
	uint64_t hash = 14695981039346656037u ^ (uint64_t)scope * 0x9e3779b97f4a7c15u;
	for (size_t i = 0; i < n; i++)
		hash = (hash ^ (unsigned char)name[i]) * 1099511628211u;
	size_t at = (size_t)(hash ^ hash >> 29) & (table->size - 1);
	for (;;) {
		Slot *slot = &table->slots[at];
		if (!slot->name || (slot->scope == scope && slot->n == n && !memcmp(slot->name, name, n)))
			return slot;
		at = (at + 1) & (table->size - 1);
	}
}

static void grow(NameTable *table)
{
	const Slot *old = table->slots;
	const size_t n = table->size;
	table->size *= 2;
	table->slots = arena_array(table->arena, Slot, table->size);
	for (size_t i = 0; i < n; i++)
		if (old[i].name)
			*slot_of(table, old[i].name, old[i].n, old[i].scope) = old[i];
}

int *names_at(NameTable *table, const char *name, size_t n, int scope)
{
	if (2 * table->used >= table->size)
		grow(table);
	Slot *slot = slot_of(table, name, n, scope);
	if (!slot->name) {
		*slot = (Slot){ .name = arena_dup(table->arena, name, n), .n = n, .scope = scope };
		table->used++;
	}
	return &slot->number;
}

int names_find(const NameTable *table, const char *name, size_t n, int scope)
{
	return slot_of(table, name, n, scope)->number;
}
