/* The output of `smemlint verify`: predicted and measured cost of each line, as text or as one JSON document. */
#ifndef SMEMLINT_REPORT_VERIFIED_H
#define SMEMLINT_REPORT_VERIFIED_H

#include "base/buf.h"
#include "core/report.h"
#include "verify/verdict/verdict.h"
#include "verify/backends/backend.h"

typedef struct Verified {
	const Verification *verification; /* NULL: nothing was measured */
	const BackendChoice *choices;     /* BACKEND_COUNT */
	const char *failed;               /* why nothing was measured, or NULL */
	const char *version;
} Verified;

/* Refuted exact claims come first. */
void report_verified_text(Buf *out, const Verified *verified);
void report_verified_json(Buf *out, const Verified *verified);

/* Sets Finding.verification of all findings on verified lines.  The report that it returns has a problem for each refuted
 * line without a finding, and for the reason why nothing was measured. */
FileReport *report_verified_attach(Arena *arena, const Verified *verified, FileReport *const *reports, int n);

#endif
