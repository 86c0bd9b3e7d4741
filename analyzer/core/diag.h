/* Diagnostics of rules, for all output formats. */
#ifndef SMEMLINT_CORE_DIAG_H
#define SMEMLINT_CORE_DIAG_H

#include <stdbool.h>

#include "base/vec.h"
#include "core/source.h"

typedef enum Severity { SEV_NOTE, SEV_WARNING, SEV_ERROR, N_SEVERITIES } Severity;

const char *severity_name(Severity severity); /* "note", "warning", "error" */

typedef struct DiagNote {
	Range range;       /* range.begin.file -1: the note has no place of its own */
	const char *text;
} DiagNote;

/* A finding in few lines, for people: clauses without a full stop; each may be NULL. */
typedef struct Brief {
	const char *subject; /* the part of the message that names the access, "this load of 'tile'"; NULL: it is reported by itself */
	const char *noun; /* "load"; NULL: not to be reported together with others */
	const char *reason; /* "thread x+1 is 32 words away: all 32 lanes use bank 0" */
	const char *fix; /* "pad the rows of 'tile' to [32][33] in line 7 (+128 bytes): no conflicts are left" */
	const char *block; /* "32x8 from the launch in line 24" */
	bool has_layout; /* `fix` is another layout, which --fix may write */
} Brief;

typedef struct Diag {
	const char *rule; /* "smem-bank-conflict-load"; NULL: a problem of the input */
	Severity severity;
	Range range;
	const char *message;
	VEC(DiagNote) notes;
	Brief brief;
	const struct Fact *fact; /* of which it was found; the first of several with equal findings */
	const struct Advice *advice; /* layouts that were tried (fix/layouts/advice.h), or NULL */
	const struct TileAdvice *tile; /* of a tensor of CuTe (fix/tiles.h), in place of `advice`; or NULL */
	int n_facts; /* number of launches and specialisations with this finding */
} Diag;

typedef VEC(Diag) Diags;

#endif
