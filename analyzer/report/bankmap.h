/* A picture of one warp access: the 32 banks from left to right, a line for every pass over them, in it the
 * lane that each bank serves.  A conflict is a tower, a conflict-free access a single full line.
 *
 * Nothing is told by colour alone; the two colours (blue, orange) stay apart for all common kinds of
 * colour blindness. */
#ifndef SMEMLINT_REPORT_BANKMAP_H
#define SMEMLINT_REPORT_BANKMAP_H

#include "base/buf.h"
#include "eval/facts/facts.h"
#include "fix/advice.h"

typedef struct BankMapStyle {
	bool color;  /* ANSI escape sequences */
	bool ascii;  /* no other characters than ASCII */
	int width;   /* columns of the page; 0: 80.  Below 79 the cells shrink to one column without lane numbers. */
} BankMapStyle;

/* Appends whole lines.  Reads `active` and `offset` of the pattern. */
void bankmap_print(Buf *out, const Arch *arch, const WarpPattern *pattern, BankOp op, int bytes, const BankMapStyle *style);

/* The same of an access in another layout: request by request. */
void bankmap_print_moved(Buf *out, const MovedAccess *moved, const Fact *fact, const BankMapStyle *style);
/* Of an access that is more than one request: a line above its maps. */
void bankmap_print_parts(Buf *out, int n, int bytes);

#endif
