/* A picture of a request in text: a column for each of the 32 banks, a line for each pass, and in it the lane that the
 * bank serves.  A conflict is a tower, a conflict-free access a single full line.
 *
 * Nothing is shown by colour alone; the two colours (blue, orange) stay apart for all common kinds of
 * colour blindness. */
#ifndef SMEMLINT_REPORT_MAPS_BANKMAP_H
#define SMEMLINT_REPORT_MAPS_BANKMAP_H

#include "base/buf.h"
#include "eval/facts/facts.h"

typedef struct BankMapStyle {
	bool color;  /* ANSI escape sequences */
	bool ascii;  /* ASCII characters only */
	int width;   /* columns of the page; 0: 80.  Below 79 the cells shrink to one column without lane numbers. */
} BankMapStyle;

/* Appends whole lines.  Of the pattern only `active` and `offset` are read. */
void bankmap_print(Buf *out, const Arch *arch, const WarpPattern *pattern, BankOp op, int bytes, const BankMapStyle *style);

#endif
