/* Diagnostics of rules, for all output formats. */
#ifndef SMEMLINT_CORE_DIAG_H
#define SMEMLINT_CORE_DIAG_H

#include "base/vec.h"
#include "core/source.h"

typedef enum Severity { SEV_NOTE, SEV_WARNING, SEV_ERROR, N_SEVERITIES } Severity;

const char *severity_name(Severity severity); /* "note", "warning", "error" */

typedef struct DiagNote {
	Range range;       /* range.begin.file -1: the note has no place of its own */
	const char *text;
} DiagNote;

typedef struct Diag {
	const char *rule;  /* "smem-bank-conflict-load"; NULL: a problem of the input */
	Severity severity;
	Range range;
	const char *message;
	VEC(DiagNote) notes;
	const struct Fact *fact; /* of which it was found; the first of several with equal findings */
	const struct Advice *advice; /* layouts that were tried (fix/advice.h), or NULL */
	const struct TileAdvice *tile; /* of a tensor of CuTe (fix/tiles.h), in place of `advice`; or NULL */
	int n_facts;       /* number of launches and specialisations with this finding */
} Diag;

typedef VEC(Diag) Diags;

#endif
