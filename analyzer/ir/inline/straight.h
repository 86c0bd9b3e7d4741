/* Runs straight-line code for expressions instead of values: what a function without loops and conditions returns, and what it
 * leaves in the memory that its arguments point to, as expressions in its parameters. */
#ifndef SMEMLINT_IR_INLINE_STRAIGHT_H
#define SMEMLINT_IR_INLINE_STRAIGHT_H

#include "base/arena.h"
#include "ir/ir.h"

/* A number of `type` at `offset` bytes. */
typedef struct Part {
	const Var *at;       /* a variable; or, if `behind`, the pointer to what is meant */
	bool behind;
	int64_t offset;
	const Type *type;
	const Expr *value;
} Part;

/* What a call does.  Its parameters stand for the arguments: EX_LOAD of a number's or pointer's, EX_ADDR of a record's. */
typedef struct Straight {
	const Expr *result;  /* a number or pointer; NULL: nothing, or a record */
	const Part *parts;   /* of the record that it returns (at: NULL), and what it stores behind its parameters; all values are from
	                      * before the call */
	int n_parts;
} Straight;

/* What is known of the functions of a unit. */
typedef struct StraightFuncs StraightFuncs;

StraightFuncs *straight_new(Arena *arena, Unit *unit);
/* The unit gets the variables that were made. */
void straight_end(StraightFuncs *funcs);

/* NULL: it does more.  Parameters that it stores behind are taken to be the only names of what they point to. */
const Straight *straight_func(StraightFuncs *funcs, const Func *func);

/* The expression without its calls, all of it at its own place in the text; NULL: they do more than compute what it gives, or access
 * memory that may be shared. */
const Expr *straight_expr(StraightFuncs *funcs, const Expr *e);

/* The same of a call that returns a record, or of a temporary: a temporary whose parts are stored one by one. */
const Expr *straight_record(StraightFuncs *funcs, const Expr *e, const Func *in);

/* The same of a declaration's initialiser.  False: it does more. */
bool straight_init(StraightFuncs *funcs, const Stmt *declaration, const Stmt **out);

#endif
