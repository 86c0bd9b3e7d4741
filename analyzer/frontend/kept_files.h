/* The program's files in a kept unit, cached: libclang lists them only by reading everything that was ever included. */
#ifndef SMEMLINT_FRONTEND_KEPT_FILES_H
#define SMEMLINT_FRONTEND_KEPT_FILES_H

#include "lower/instances.h"

/* Starts zeroed; `paths` are on the heap. */
typedef struct KeptFiles {
	char **paths;   /* without the main file's */
	int n;
	uint64_t stamp; /* hash of what they depend on: preprocessor directives of the main file, state of the other files */
	bool is_known;
} KeptFiles;

/* As instances_files(), which is called only if the stamp has changed.  `text`: of the main file. */
void kept_files(Lower *lo, KeptFiles *kept, const char *text, size_t size, FileList *out);
void kept_files_free(KeptFiles *kept);

#endif
