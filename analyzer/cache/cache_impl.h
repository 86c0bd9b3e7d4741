/* What cache.c, cache_inputs.c, cache_name.c and cache_prefix.c share. */
#ifndef SMEMLINT_CACHE_IMPL_H
#define SMEMLINT_CACHE_IMPL_H

#include "base/archive.h"
#include "base/hash.h"
#include "cache/cache.h"
#include "cache/cache_folder.h"

/* What an input was when it was read. */
typedef struct Stamp {
	Input input;
	int64_t size, time; /* nanoseconds */
	Hash hash;
} Stamp;

typedef VEC(Stamp) Stamps;

enum { N_KNOWN = 1 << 14 };

/* Precompiled headers for one compiler's command. */
typedef struct Prefix {
	Hash name;
	const char *path; /* NULL: there are none (yet) */
	Inputs inputs;    /* what was read for them */
	int asked;        /* how often it was looked for */
} Prefix;

struct Cache {
	Arena *arena;
	const char *folder;
	const Options *options;
	int64_t start;          /* when this run began, nanoseconds */
	bool writes, has_written;
	/* Files that this run has hashed: headers are many files' inputs. */
	Stamp known[N_KNOWN];
	int n_known;
	VEC(Prefix) prefixes;   /* that this run has asked for */
};

/* cache_inputs.c: the input as it is, with its hash, which is taken once in a run. */
Stamp stamp_now(Cache *cache, const Input *input);
bool stamp_holds(Cache *cache, const Stamp *then);
bool stamps_hold(Cache *cache, const Stamps *stamps);
/* False: a file changed while it was read, or may have, and is none to build on. */
bool stamp_all(Cache *cache, Arena *arena, const Inputs *inputs, Stamps *out);
void archive_stamp(Archive *a, Stamp *stamp);

/* cache_name.c */
Hash name_of_task(const Cache *cache, const Task *task);
Hash name_of_prefix(const Task *task); /* all that decides about the headers in front of a source */

#endif
