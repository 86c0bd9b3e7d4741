/* `// smemlint: …` comments, read from the source's text. */
#ifndef SMEMLINT_LOWER_DIRECTIVES_H
#define SMEMLINT_LOWER_DIRECTIVES_H

#include "core/tokens.h"
#include "ir/ir.h"

typedef VEC(Directive) Directives;

/* Appends the directives of one comment token, without their `func`. */
/* first: the place of the first byte of `text`. */
void directives_read(Arena *arena, const char *text, Token comment, Loc first, Directives *out);
/* Appends those of a whole text, in order. */
void directives_scan(Arena *arena, const char *text, size_t size, Loc first, Directives *out);

/* Sets `func`: the kernel whose body contains the comment, else the next one after it; a directive of a template is copied
 * for each instance.  templates: the ranges of kernel templates without instances; their directives get `is_uninstantiated`. */
void directives_attach(Arena *arena, Directives *directives, const Func *const *kernels, int n_kernels, const Range *templates,
		       int n_templates);

#endif
