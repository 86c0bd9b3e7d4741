#include "prefix.h"

#include <string.h>

#include "base/buf.h"
#include "base/scratch.h"
#include "frontend/frontend.h"

typedef struct Prefix {
	const char *key;  /* the compiler's words */
	const char *path; /* NULL: its headers cannot be precompiled */
} Prefix;

static struct {
	Arena *arena; /* NULL: nothing was asked for */
	const char *folder;
	VEC(Prefix) built;
} all;

static const char *key_of(const Command *command)
{
	Buf key = { 0 };
	for (int i = 0; i < command->n_argv; i++)
		buf_printf(&key, "%s\n", command->argv[i]);
	const char *copy = arena_strndup(all.arena, key.s, key.n);
	buf_free(&key);
	return copy;
}

static const char *build(const ParseOptions *parse)
{
	Inputs inputs = { 0 };
	Names headers = { 0 };
	const char *path = arena_printf(all.arena, "%s/%d.pch", all.folder, all.built.n);
	return frontend_save_prefix(all.arena, parse, path, &inputs, &headers) ? path : NULL;
}

const char *prefix_for(Arena *arena, const AnalyzeOptions *options)
{
	const ParseOptions parse = { .file = options->file, .compile = analyze_compile(options) };
	if (!frontend_has_prefix(arena, &parse))
		return NULL;
	if (!all.arena) {
		all.arena = arena_new();
		all.folder = scratch_begin(all.arena);
	}
	const char *key = key_of(command_make(arena, &parse.compile));
	for (int i = 0; i < all.built.n; i++)
		if (strcmp(all.built.at[i].key, key) == 0)
			return all.built.at[i].path;
	vec_push(all.arena, &all.built, ((Prefix){ key, all.folder ? build(&parse) : NULL }));
	return all.built.at[all.built.n - 1].path;
}

void prefix_end(void)
{
	if (!all.arena)
		return;
	scratch_end(all.folder);
	arena_free(all.arena);
	all.arena = NULL;
}
