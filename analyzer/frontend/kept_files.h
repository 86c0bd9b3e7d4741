/* Which of the program's files a unit that is kept was made of: libclang tells it only by reading all that was ever included. */
#ifndef SMEMLINT_FRONTEND_KEPT_FILES_H
#define SMEMLINT_FRONTEND_KEPT_FILES_H

#include "lower/instances.h"

/* Zeroed to begin with; on the heap. */
typedef struct KeptFiles {
	char **paths;   /* but the main file's */
	int n;
	uint64_t stamp; /* of what they hang on: directives of the main file, and what these files are now */
	bool is_known;
} KeptFiles;

/* As instances_files(), which is asked only where something has changed. */
void kept_files(Lower *lo, KeptFiles *kept, const char *text, size_t size, FileList *out);
void kept_files_free(KeptFiles *kept);

#endif
