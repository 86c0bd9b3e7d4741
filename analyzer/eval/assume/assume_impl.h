/* What the files assume*.c share. */
#ifndef SMEMLINT_EVAL_ASSUME_IMPL_H
#define SMEMLINT_EVAL_ASSUME_IMPL_H

#include "eval/assume/assume.h"
#include "eval/assume/assumed.h"
#include "eval/state/eval.h"

enum { MAX_PLACES = 8 };

/* What a name stands for; variables of a name in several scopes are several places. */
typedef struct NamedPlace {
	const Var *var;     /* NULL: a built-in variable that the program does not use */
	BuiltinVar builtin;
	int64_t offset;
	const Type *type;
} NamedPlace;

/* How many places there are; 0: *problem says why. */
int assume_places(Arena *arena, const Unit *unit, const Func *kernel, const char *name, NamedPlace out[MAX_PLACES], const char **problem);

/* One assumption at work. */
typedef struct Relation {
	const Assumption *from;
	Op op;              /* from's, but a bool that is not 0 is 1 */
	const AssumeTerm *a, *b;
	bool has_locals;
	bool is_off;        /* refuted */
} Relation;

/* A local variable's value before the kernel runs, to hold assumptions against one another. */
typedef struct LocalValue {
	const char *name;
	Value value;
} LocalValue;

typedef struct Assumed {
	Relation *relations;
	int n;
	bool *named;        /* by Var.id: a local variable of the kernel that a relation names */
	bool has_begun;     /* the kernel runs */
	VEC(LocalValue) local_values;
} Assumed;

/* The value of a term now; false: some variable in it is not in scope. */
bool assume_value(Eval *ev, const AssumeTerm *term, Value *out);
/* a - b or the like, of which the relation says that it `predicate` 0; false as above. */
bool assume_difference(Eval *ev, const Relation *r, Value *out, Op *predicate);
/* Takes in what the relation says of symbols, before the kernel runs; false: it contradicts what is known. */
bool assume_apply(Eval *ev, const Relation *r);
void assume_refute(Eval *ev, Relation *r, Loc loc);
/* c * m + r, for a new m: `name` / c. */
Value assume_residue(Eval *ev, const char *name, int64_t c, int64_t r);
/* x of `x % c == r`, with 0 <= r < c; NULL: the relation is not of that form. */
const AssumeTerm *assume_divided(Eval *ev, const Relation *r, int64_t *c, int64_t *rest);

#endif
