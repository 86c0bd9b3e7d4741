/* One run of straight-line code. */
#ifndef SMEMLINT_IR_INLINE_RUN_H
#define SMEMLINT_IR_INLINE_RUN_H

#include "base/vec.h"
#include "ir/inline/straight.h"

enum { MAX_PARTS = 32 /* of a record, and of what a call does */ };

struct StraightFuncs {
	Arena *arena;
	Unit *unit;
	bool *visited;          /* by Func.id */
	const Straight **known; /* by Func.id; NULL: it does more, or that is not known yet */
	VEC(Var *) made;        /* variables that the unit gets */
	int depth;
};

typedef struct Run {
	StraightFuncs *funcs;
	Arena *arena;
	const Func *func;       /* NULL: an expression or declaration of a function that is not run */
	const Stmt *declaration;
	VEC(Part) parts;        /* what was stored */
	VEC(const Var *) fresh; /* variables that began in the run: all that they hold is in `parts` */
	const Expr *result;
	bool has_returned;
	int n_stores, n_steps;
} Run;

typedef struct Place {
	const Var *var;   /* NULL: not known */
	bool behind;      /* it is a pointer to it */
	bool is_static;   /* the offset is a number */
	int64_t offset;   /* bytes */
	const Type *elem; /* behind: what the pointer is said to point to */
} Place;

/* --- making expressions (run_memory.c) ------------------------------------------------------------- */

const Expr *run_make(const Run *run, Expr e, const Expr *a, const Expr *b);
const Expr *run_cast(const Run *run, const Type *type, const Expr *e);
const Expr *run_offset(const Run *run, const Expr *address, int64_t offset);
const Expr *run_address(const Run *run, const Var *var, const Type *type);
/* The expression with other operands. */
const Expr *run_with_args(const Run *run, const Expr *e, const Expr **args);

/* --- memory (run_memory.c) ------------------------------------------------------------------------- */

bool type_is_simple(const Type *type); /* a number or pointer */
Place place_of(const Expr *address);
bool run_is_fresh(const Run *run, const Var *var);
/* False: the variable may be known from before. */
bool run_begin(Run *run, const Var *var);
/* NULL, false: what is there is not known, or may be data. */
const Expr *run_load(Run *run, const Expr *address, const Type *type);
bool run_load_record(Run *run, const Expr *address, const Type *type, Part *out /* MAX_PARTS */, int *n);
/* Only what began in the run may be stored to, or what a function's parameter points to. */
bool run_may_store(const Run *run, const Place *place);
bool run_store(Run *run, const Place *place, const Type *type, const Expr *value);
bool run_store_record(Run *run, const Place *place, const Part *parts, int n);

/* --- code (run.c): NULL, false: it does more -------------------------------------------------------- */

const Expr *run_expr(Run *run, const Expr *e);
bool run_stmt(Run *run, const Stmt *s);
int param_index(const Func *func, const Var *param); /* n_params: it is none of them */

/* It says something after the run, too: no address of what began in it is in it, and it is not too large (straight.c). */
bool run_lasts(const Run *run, const Expr *e, int *n_nodes);

#endif
