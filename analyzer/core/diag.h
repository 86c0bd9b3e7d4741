/* Diagnostics: what a rule found, ready for any reporter. */
#ifndef SMEMLINT_CORE_DIAG_H
#define SMEMLINT_CORE_DIAG_H

#include "base/vec.h"
#include "core/source.h"

typedef enum Severity { SEV_NOTE, SEV_WARNING, SEV_ERROR } Severity;

typedef struct DiagNote {
	Range range;       /* range.begin.file -1: the note has no place of its own */
	const char *text;
} DiagNote;

typedef struct Diag {
	const char *rule;  /* "smem-bank-conflict-load"; NULL for problems of the tool's own input */
	Severity severity;
	Range range;
	const char *message;
	VEC(DiagNote) notes;
	const struct Fact *fact; /* what it rests on; several equal findings keep the first */
	const struct Advice *advice; /* layouts that were tried (fix/advice.h), or NULL */
	int n_facts;       /* how many launches and specialisations gave this finding */
} Diag;

typedef VEC(Diag) Diags;

#endif
