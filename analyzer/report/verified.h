/* What `smemlint verify` says: each line predicted and measured, as text or as one JSON document. */
#ifndef SMEMLINT_REPORT_VERIFIED_H
#define SMEMLINT_REPORT_VERIFIED_H

#include "base/buf.h"
#include "core/report.h"
#include "verify/verdict/verdict.h"
#include "verify/ways/backend.h"

typedef struct Verified {
	const Verification *verification; /* NULL: nothing was measured */
	const BackendChoice *choices;     /* BACKEND_COUNT */
	const char *failed;               /* why nothing was measured, or NULL */
	const char *version;
} Verified;

/* Exact claims that are refuted come first. */
void report_verified_text(Buf *out, const Verified *verified);
void report_verified_json(Buf *out, const Verified *verified);

/* Fills in Finding.verification of all findings that rest on a line; what is refuted and no finding, and why nothing was
 * measured, are problems of the report that it gives. */
FileReport *report_verified_attach(Arena *arena, const Verified *verified, FileReport *const *reports, int n);

#endif
