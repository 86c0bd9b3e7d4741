/* Conditions on a kernel's values that the user gives: `n == 1024, k % 8 == 0, row < height`.
 *
 *   list:      condition, condition …         (&& means the same as the comma)
 *   condition: sum == sum, also != < <= > >=; `flag` means flag != 0, `!flag` flag == 0
 *   sum:       integers, names (n, p.width, blockDim.x), + - * / % << >>, brackets; as in C
 *
 * The text comes from a comment `// smemlint: assume(…)` or from --assume.  It is only parsed here; eval/ looks up the
 * names and applies the conditions. */
#ifndef SMEMLINT_IR_ASSUME_H
#define SMEMLINT_IR_ASSUME_H

#include "ir/ir.h"

typedef enum TermKind { TERM_NUMBER, TERM_NAME, TERM_NEGATED, TERM_BINARY } TermKind;

typedef struct AssumeTerm {
	TermKind kind;
	Op op;             /* TERM_BINARY: OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_REM, OP_SHL, OP_SHR */
	int64_t number;
	const char *name;  /* TERM_NAME: "n", "ns::n", "p.width" */
	const struct AssumeTerm *a, *b;
	size_t at;         /* byte offset in the text that was parsed */
} AssumeTerm;

typedef struct Assumption {
	Op op;             /* OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE */
	const AssumeTerm *a, *b;
	const char *text;  /* this condition alone, as it was written */
	size_t at;         /* its byte offset in that text, … */
	Loc loc;           /* … and its place in the source; file -1: given by --assume */
} Assumption;

typedef VEC(Assumption) Assumptions;

typedef struct AssumeError {
	size_t at;
	const char *message; /* "expected a comparison, not ','" */
} AssumeError;

/* Appends the conditions of a list; on an error returns false, with those before the error appended.  `begin`: the place
 * of the text; file -1: none. */
bool assume_parse(Arena *arena, const char *text, Loc begin, Assumptions *out, AssumeError *error);

/* The place `at` bytes into a text that begins at `begin`. */
Loc assume_loc(Loc begin, const char *text, size_t at);

#endif
