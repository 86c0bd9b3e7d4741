/* A part of a project's files, for one of several machines.  All of them must come to the same division, so that it depends on
 * the files alone: on nothing that a machine has measured. */
#ifndef SMEMLINT_PROJECT_SHARD_H
#define SMEMLINT_PROJECT_SHARD_H

#include "project/includer.h"
#include "project/leading.h"

typedef struct Shard {
	int number, of; /* number: from 1 */
} Shard;

/* I/N with 1 <= I <= N. */
bool shard_parse(const char *text, Shard *out);

/* For each file whether another shard has it.  Sources for which the same headers are precompiled stay together as far as the
 * shards remain even, since each shard precompiles these headers; the others are divided by their expected cost, the costliest
 * first, each to the shard with the least so far.  leading: by file. */
const bool *shard_others(Arena *arena, Shard shard, const Names *files, const Leading *leading, const IncludeProgram *program);

#endif
