/* Shared by the files of this folder. */
#ifndef SMEMLINT_CACHE_CACHE_IMPL_H
#define SMEMLINT_CACHE_CACHE_IMPL_H

#include "analysis/callers.h"
#include "base/archive.h"
#include "base/hash.h"
#include "cache/cache.h"
#include "cache/cache_folder.h"
#include "cache/remote/remote.h"

/* The state of an input when it was read. */
typedef struct Stamp {
	Input input;
	int64_t size, time; /* bytes, -1: it does not exist; nanoseconds */
	int64_t changed;    /* nanoseconds: when the file system says that it was changed, which nobody can set */
	int64_t file;       /* its device and number there: a link may lead elsewhere now */
	Hash hash;
} Stamp;

typedef VEC(Stamp) Stamps;

/* An input as this run found it. */
typedef struct KnownInput {
	Stamp stamp;
	bool is_hashed;  /* else the hash is missing: nothing was touched, or only the names of a source matter (Input.words) … */
	FileNames names; /* … and are these, if they were read */
} KnownInput;

/* CLOCK_STEP: nanoseconds; the resolution of file times is some milliseconds. */
enum { N_KNOWN = 1 << 14, CLOCK_STEP = 20 * 1000 * 1000 };

typedef enum PrefixKind {
	PREFIX_TOOLKIT,
	PREFIX_LEADING, /* and what several sources include */
	PREFIX_CALLER,  /* a whole source, for those that are linked with it */
} PrefixKind;

/* What is precompiled for one compiler's command. */
typedef struct Prefix {
	Hash name;
	const char *path; /* NULL: not built */
	Inputs inputs;    /* the files read for them, those of `base`, too */
	Names headers;    /* of these the program's own */
	PrefixKind kind;
	const Leading *leading;     /* PREFIX_LEADING only */
	const struct Prefix *base;  /* of leading->base, which is built */
	int lookups;
} Prefix;

struct Cache {
	Arena *arena;
	const char *folder;
	const Options *options;
	int64_t start;          /* of this run, nanoseconds */
	bool writes, has_written;
	/* Hash table of the files that this run has looked at: headers are inputs of many files, and sources may call many. */
	KnownInput known[N_KNOWN];
	int n_known;
	VEC(Prefix *) prefixes; /* requested in this run */
	SavedUnits saved;       /* of these the sources, the oldest first */
	Remote *remote;         /* NULL: none */
	const char *base;       /* the folder that is elsewhere on other machines */
	Hash program;           /* this one's content, for them */
};

/* cache_inputs.c */
Stamp stamp_now(Cache *cache, const Input *input); /* the input's current state; hashed once in a run */
bool stamp_holds(Cache *cache, const Stamp *then);
Hash stamp_content(Cache *cache, const Input *input); /* what of the input matters now, wherever it is */
bool stamps_hold(Cache *cache, const Stamps *stamps);
/* False: a file was modified after this run began, so that its content when it was read is not known. */
bool stamp_all(Cache *cache, Arena *arena, const Inputs *inputs, Stamps *out);
void archive_stamp(Archive *a, Stamp *stamp);

/* cache_shadows.c: the files that exist and could be read instead of the inputs.  False: there are too many to look for. */
bool shadows_of(const Task *task, const Inputs *inputs, const Roots *roots, Hash *out);
void archive_hash(Archive *a, Hash *hash);

/* cache_name.c; roots: for other machines; NULL: for this one */
Hash name_of_task(const Cache *cache, const Task *task, const Roots *roots);
Hash name_of_prefix(const Task *task, PrefixKind kind, const Leading *leading);

/* cache.c: an entry, to and from an archive.  False: it cannot be kept, or does not hold any more. */
bool entry_write(Archive *a, const Task *task, const Inputs *inputs, Stamps *stamps, Outcome *outcome);
bool entry_read(Cache *cache, Archive *a, Arena *arena, const Task *task, Outcome *out); /* arena: of the outcome */

/* cache_shared.c.  arena: of the outcome; *inputs: those of it, in the scratch arena. */
bool shared_find(Cache *cache, Arena *scratch, Arena *arena, const Task *task, Inputs *inputs, Outcome *out);
void shared_store(Cache *cache, Arena *arena, const Task *task, Inputs *inputs, const Stamps *stamps, Outcome *outcome);

#endif
