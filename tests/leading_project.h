/* For tests: sources in a folder, with headers in its include/, and what is found to be shared by them. */
#ifndef SMEMLINT_TESTS_LEADING_PROJECT_H
#define SMEMLINT_TESTS_LEADING_PROJECT_H

#include "files.h"
#include "project/leading.h"

#define A "#include <a.h>\n"
#define B "#include <b.h>\n"
#define C "#include <c.h>\n"

typedef struct LeadingProject {
	char folder[sizeof TEST_FOLDER];
	Arena *arena;
	Names files;
	CommandFolders folders;
} LeadingProject;

LeadingProject leading_begin(void);
LeadingProject leading_begin_with(const char *a, const char *b, const char *c); /* the texts of three headers */
void leading_end(LeadingProject *p);

/* A header of that text and so many lines more. */
void leading_header_of(LeadingProject *p, const char *name, const char *text, int lines);
void leading_header(LeadingProject *p, const char *name, const char *text);       /* large enough to be worth it, if three have it; … */
void leading_large_header(LeadingProject *p, const char *name, const char *text); /* … and if two have it */

void leading_add(LeadingProject *p, const char *text); /* one more source */

Leading leading_found(const LeadingProject *p, int i); /* for file i */

/* That it is this text, behind that of what it is built on; "": nothing. */
void leading_expect(const LeadingProject *p, int i, const char *text);

#endif
