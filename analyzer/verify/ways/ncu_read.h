/* Reads what Nsight Compute exports as CSV: the launches of its raw page and the lines of its source page, one behind the
 * other in whatever order.  The text is not trusted: what does not fit together is refused, never guessed. */
#ifndef SMEMLINT_VERIFY_NCU_READ_H
#define SMEMLINT_VERIFY_NCU_READ_H

#include "base/buf.h"
#include "verify/table/measured.h"

/* Sets lines, launches and `on`.  False: `why` says why nothing was read. */
bool ncu_read(Arena *arena, const char *text, Measured *out, Buf *why);

#endif
