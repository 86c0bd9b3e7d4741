/* Reads a CSV export of Nsight Compute: the launches of the raw page and the lines of the source page, in any order.  The
 * text is not trusted: anything inconsistent is an error. */
#ifndef SMEMLINT_VERIFY_BACKENDS_NCU_READ_H
#define SMEMLINT_VERIFY_BACKENDS_NCU_READ_H

#include "base/buf.h"
#include "verify/table/measured.h"

/* Sets lines, launches and `on`.  False: `why` has the error. */
bool ncu_read(Arena *arena, const char *text, Measured *out, Buf *why);

#endif
