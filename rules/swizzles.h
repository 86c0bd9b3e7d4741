/* Which swizzle a buffer in shared memory has, as those say who fill or read it. */
#ifndef SMEMLINT_RULES_SWIZZLES_H
#define SMEMLINT_RULES_SWIZZLES_H

#include "eval/facts/facts.h"

/* Two that disagree on the layout of a buffer. */
typedef struct Mismatch {
	enum {
		MISMATCH_NONE,
		MISMATCH_BOX,     /* a tensor map whose box is wider than its swizzle allows: `use` */
		MISMATCH_OPERAND, /* a matrix descriptor (`use`) and what fills the buffer */
		MISMATCH_COPY,    /* a tensor copy from the buffer (`use`) and what fills it */
		MISMATCH_PLAIN,   /* lanes take it for rows without swizzle */
		MISMATCH_INDEX,   /* lanes compute another swizzle */
	} kind;
	const Var *object;
	const UnitUse *use;
	Swizzle said, is;    /* by the fact, and by `other` */
	const Fact *other;   /* who fills or reads the buffer; NULL: MISMATCH_BOX */
	const UnitUse *by;   /* its use */
} Mismatch;

/* What is certain of one of the kernel's facts. */
Mismatch mismatch_of(const KernelFacts *kernel, const Fact *fact);

#endif
