/* A unified diff: which lines of which files it changed, by the line numbers of the new files. */
#ifndef SMEMLINT_FILTER_PATCH_H
#define SMEMLINT_FILTER_PATCH_H

#include "core/source.h"
#include "filter/sieve.h"

typedef struct PatchLines {
	int first, last;
} PatchLines;

/* A removed line. */
typedef struct PatchGone {
	int before;              /* the line of the new file that follows it */
	const char *text;        /* in the patch's text */
	size_t n;
} PatchGone;

typedef struct PatchFile {
	const char *name;        /* of the new file, as in the patch; NULL: it was deleted */
	bool is_git;             /* the name may begin with a prefix such as "b/" */
	bool is_new;             /* all lines changed, and `changed` is empty */
	const char *path;        /* absolute; NULL: it was not found (patch_locate) */
	VEC(PatchLines) changed; /* by line */
	VEC(PatchGone) gone;
} PatchFile;

typedef struct Patch {
	VEC(PatchFile) files;
	const char *problem;     /* why it could not be read, or NULL */
	int problem_line;
} Patch;

/* Reads the output of git or diff for several files, also combined diffs of merges, and skips text around it.  `text` must
 * outlive the patch. */
Patch *patch_read(Arena *arena, const char *text, size_t size);

/* Finds the files in one of these folders (absolute), if necessary without the first folders of a name, as `patch -p` does.
 * Returns how many were found. */
int patch_locate(Arena *arena, Patch *patch, const char *const *folders, int n_folders);

/* Whether one of these lines of a file (an absolute path) changed. */
bool patch_has(const Patch *patch, const char *path, int first, int last);

/* Leaves out findings for which none of these lines changed: their own; those of their notes (the object's declaration, the
 * launch, the call that leads there, the access that it is merged with); and those in which the names in any of these get
 * their values (filter/slice.h), or got them before they were removed. */
void patch_filter(Sieve *sieve, const Patch *patch, SourceSet *sources);

#endif
