/* Shared by the files assume*.c. */
#ifndef SMEMLINT_EVAL_ASSUME_ASSUME_IMPL_H
#define SMEMLINT_EVAL_ASSUME_ASSUME_IMPL_H

#include "eval/assume/assume.h"
#include "eval/assume/assumed.h"
#include "eval/state/eval.h"

enum { MAX_PLACES = 8 };

/* What a name refers to; variables of one name in several scopes are several places. */
typedef struct NamedPlace {
	const Var *var;     /* NULL: a built-in variable that the program does not use */
	BuiltinVar builtin;
	int64_t offset;     /* in the variable, in bytes */
	const Type *type;
} NamedPlace;

/* Returns the number of places; 0: *problem is the reason. */
int assume_places(Arena *arena, const Unit *unit, const Func *kernel, const char *name, NamedPlace out[MAX_PLACES], const char **problem);

/* An assumption while its kernel is evaluated. */
typedef struct Relation {
	const Assumption *from;
	Op op;              /* from->op; but `b != 0` becomes `b == 1` for a bool */
	const AssumeTerm *a, *b;
	bool has_locals;    /* it names local variables */
	bool is_off;        /* refuted: not applied any more */
} Relation;

/* The value of a local variable before the kernel runs: a symbol, so that assumptions can be checked against each other. */
typedef struct LocalValue {
	const char *name;
	Value value;
} LocalValue;

typedef struct Assumed {
	Relation *relations;
	int n;
	bool *named;        /* by Var.id: a relation names this local variable of the kernel */
	bool has_begun;     /* the kernel runs: local variables have values */
	VEC(LocalValue) local_values;
} Assumed;

/* The current value of a term; false: a variable in it is not in scope. */
bool assume_value(Eval *ev, const AssumeTerm *term, Value *out);
/* The relation as `*out predicate 0`, e.g. `a - b < 0` for a < b; false as above. */
bool assume_difference(Eval *ev, const Relation *r, Value *out, Op *predicate);
/* Applies the relation to symbols, before the kernel runs; false: it contradicts what is known. */
bool assume_apply(Eval *ev, const Relation *r);
/* Turns the relation off, and adds it to Eval.refuted; loc: where it failed, or LOC_NONE: before the kernel ran. */
void assume_refute(Eval *ev, Relation *r, Loc loc);
/* c * m + r, for a new symbol m that stands for name / c. */
Value assume_residue(Eval *ev, const char *name, int64_t c, int64_t r);
/* x of `x % c == r`, with 0 <= r < c; NULL: the relation is not of that form. */
const AssumeTerm *assume_divided(Eval *ev, const Relation *r, int64_t *c, int64_t *rest);

#endif
