/* The two sides of a condition, while they are run: accesses of which the compiler may make one (ir/sides.h). */
#ifndef SMEMLINT_EVAL_SIDES_H
#define SMEMLINT_EVAL_SIDES_H

#include "eval/state/eval.h"

enum { MAX_BESIDE = 16 };

typedef struct Sides Sides;
struct Sides {
	Sides *outer;
	const Stmt *of;       /* NULL: of an expression */
	bool mixes;           /* lanes of which it is not known may go either way, each for itself */
	ArenaMark mark;
	int before;           /* recorder_last(), when they began */
	struct { int group; Beside *beside; } at[MAX_BESIDE]; /* for more nothing is kept: they are bounds all the same */
	int n;
};

void sides_begin(Eval *ev, Sides *sides, const Cond *c, const Stmt *of);
void sides_end(Eval *ev, Sides *sides);

/* What unit->sides has of it, where a condition is run that the compiler does not decide; else 0. */
int sides_group(const Eval *ev, const Expr *site);
/* What of the group there was on other sides; NULL: nothing. */
Beside *sides_of(const Eval *ev, int group, const Access *access);
/* Once the access is recorded. */
void sides_add(Eval *ev, int group, const Access *access);

#endif
