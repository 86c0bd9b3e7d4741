/* Changes to a source's text before libclang parses it: what it rejects and nvcc accepts (corrections.def), _Alignas in place
 * of an alignas after __shared__, and text at the end. */
#ifndef SMEMLINT_LOWER_INSERTIONS_H
#define SMEMLINT_LOWER_INSERTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* Text that was inserted. */
typedef struct Insertion {
	size_t at;     /* offset in the original text */
	size_t length; /* bytes inserted */
	bool is_quiet; /* the compiler's diagnostics within it are not reported */
	int added;     /* index in Changes.added; -1: none of these texts */
} Insertion;

typedef struct Insertions {
	Insertion *at;         /* by offset */
	int n;
	const char *text; /* the changed text, NUL-terminated; NULL: nothing was inserted */
	size_t size;
	int file;         /* in the unit's sources; set by the caller */
} Insertions;

#define SHARED_ANNOTATION "smemlint_shared"

typedef enum Correction {
#define CORRECTION(id, error, change, in_macros) CORRECT_##id,
#include "lower/corrections.def"
#undef CORRECTION
	N_CORRECTIONS
} Correction;

/* The correction that an error of clang asks for; N_CORRECTIONS: none. */
Correction correction_of(const char *error);

/* In a macro's body it is right for all uses of the macro. */
bool correction_in_macros(Correction correction);

typedef struct Refused {
	size_t at; /* offset of the error */
	Correction correction;
} Refused;

/* What else to change in a text. */
typedef struct Changes {
	const Refused *refused;
	int n_refused;
	const char *const *added; /* texts to be added at the end */
	int n_added;
} Changes;

Insertions directives_expand(Arena *arena, const char *text, size_t size, const Changes *changes);

/* The original offset of a place in the changed text; *inserted (unless NULL) becomes the insertion whose text it lies in, or
 * NULL. */
size_t insertions_offset(const Insertions *insertions, size_t offset, const Insertion **inserted);

#endif
