/* A unified diff: which lines of which files it changed, in their new numbering. */
#ifndef SMEMLINT_FILTER_PATCH_H
#define SMEMLINT_FILTER_PATCH_H

#include "core/source.h"
#include "filter/sieve.h"

typedef struct PatchLines {
	int first, last;
} PatchLines;

/* A line that is gone; within the patch's text. */
typedef struct PatchGone {
	int before;              /* the line of the new file that it stood before */
	const char *text;
	size_t n;
} PatchGone;

typedef struct PatchFile {
	const char *name;        /* of the new file, as it stands there; NULL: it was deleted */
	bool is_git;             /* it has a first folder that is none: "b/" */
	bool is_new;             /* all of it: the lines are not said */
	const char *path;        /* from the root, or NULL: it is not here (patch_locate) */
	VEC(PatchLines) changed; /* in order */
	VEC(PatchGone) gone;
} PatchFile;

typedef struct Patch {
	VEC(PatchFile) files;
	const char *problem;     /* why it could not be read, or NULL; */
	int problem_line;        /* and where */
} Patch;

/* The text outlives it.  Of git or diff, of several files, combined ones of merges too; what stands around it is passed over. */
Patch *patch_read(Arena *arena, const char *text, size_t size);

/* Finds the files: names begin in one of these folders (from the root), with some of their first folders left out where that
 * is what leads to a file.  Gives how many were found. */
int patch_locate(Arena *arena, Patch *patch, const char *const *folders, int n_folders);

/* Whether one of these lines of a file (from the root) changed. */
bool patch_has(const Patch *patch, const char *path, int first, int last);

/* Leaves out findings of which nothing changed: neither their own lines, nor those of a note, which stands at the object's
 * declaration, the launch, the call that leads there or the access that it is merged with; nor those where the names in any of
 * these get their values (filter/slice.h), or did in lines that are gone. */
void patch_filter(Sieve *sieve, const Patch *patch, SourceSet *sources);

#endif
