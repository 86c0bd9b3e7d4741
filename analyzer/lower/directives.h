/* What is read from the text itself, before and beside libclang: `// smemlint: …` comments, and explicit
 * instantiations of functions, which libclang does not show. */
#ifndef SMEMLINT_FRONTEND_DIRECTIVES_H
#define SMEMLINT_FRONTEND_DIRECTIVES_H

#include "core/tokens.h"
#include "ir/ir.h"

/* Text that was put into a file before parsing.  `at` is an offset in the original text. */
typedef struct Edit {
	size_t at, length;
	bool is_quiet; /* what the compiler says of it is of no interest to anybody */
	int added;     /* the number of the text that was added at the end; -1: it was inserted */
} Edit;

typedef struct Edits {
	Edit *at;
	int n;
	const char *text; /* the edited text, NUL-terminated; NULL: nothing was inserted */
	size_t size;
	int file;         /* in the unit's sources */
} Edits;

#define SHARED_ANNOTATION "smemlint_shared"

/* What else to change in a text. */
typedef struct Changes {
	const size_t *shared;     /* offsets of __shared__ variables whose constructors clang refuses (nvcc does not): */
	int n_shared;             /* their __shared__ becomes an annotation, SHARED_ANNOTATION */
	const char *const *added; /* texts to be added at the end */
	int n_added;
} Changes;

/* Adds, after each explicit instantiation of a function, a definition that refers to the instance on the same
 * line, and makes these changes. */
Edits directives_expand(Arena *arena, const char *text, size_t size, const Changes *changes);

/* The original offset of a place in the edited text; *inserted (which may be NULL) becomes the edit that it
 * lies in, or NULL. */
size_t edits_offset(const Edits *edits, size_t offset, const Edit **inserted);

/* All directives of one file, in order, func still NULL. */
typedef VEC(Directive) Directives;
/* The directives of one comment token. */
void directives_read(Arena *arena, const char *text, Token comment, int file, Directives *out);
void directives_scan(Arena *arena, const char *text, size_t size, int file, Directives *out);

/* Attaches each to the kernel whose body contains it, else to the next one that starts after it; instances
 * of one template get a copy each.  One that means a template without instances (`idle`) is marked as such. */
void directives_attach(Arena *arena, Directives *directives, const Func *const *kernels, int n_kernels, const Range *idle, int n_idle);

#endif
