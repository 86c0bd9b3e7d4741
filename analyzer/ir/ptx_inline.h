/* Inline PTX: statements over arguments ($0, ${1:c}) and registers that the text declares.  They end with `;`, or with the
 * text.  Directives are left out. */
#ifndef SMEMLINT_IR_PTX_INLINE_H
#define SMEMLINT_IR_PTX_INLINE_H

#include "base/vec.h"
#include "ir/ptx_opcode.h"
#include "ir/ptx_operand.h"

typedef struct PtxInline {
	const char *text;          /* as written, without `;` */
	PtxStatement statement;
	const PtxOpcode *opcode;   /* NULL: it is not understood, and `statement` is empty */
	const char *problem;       /* why; else NULL */
	bool is_jumped;            /* between a branch and its label: it may be executed several times, or not at all */
} PtxInline;

/* A label stands before a statement. */
typedef struct PtxInlineLabel {
	const char *name;
	int at; /* in `statements` */
} PtxInlineLabel;

typedef struct PtxInlineText {
	VEC(PtxInline) statements;
	VEC(PtxInlineLabel) labels;
} PtxInlineText;

/* What is not understood leaves the other statements as they are.  Words refer to `text`. */
void ptx_inline_read(Arena *arena, const char *text, PtxInlineText *out);

#endif
