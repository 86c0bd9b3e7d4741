/* The two branches of a condition, while they are run: accesses of which the compiler may make one (ir/sink.h). */
#ifndef SMEMLINT_EVAL_SINKING_H
#define SMEMLINT_EVAL_SINKING_H

#include "eval/state/eval.h"

enum { MAX_SINKABLE = 16 };

typedef struct Sinking Sinking;
struct Sinking {
	Sinking *outer;
	const Stmt *of;       /* NULL: of an expression */
	bool divergent;       /* lanes of which it is not known may go either way, each for itself */
	ArenaMark mark;
	int before;           /* recorder_last(), when they began */
	struct {
		int group;
		OtherBranch *other;
	} at[MAX_SINKABLE]; /* for more nothing is kept: they are bounds all the same */
	int n;
};

void sinking_begin(Eval *ev, Sinking *sinking, const Cond *c, const Stmt *of);
void sinking_end(Eval *ev, Sinking *sinking);

/* What unit->sink_groups has of it, where a condition is run that the compiler does not decide; else 0. */
int sinking_group(const Eval *ev, const Expr *site);
/* What of the group there was on other branches; NULL: nothing. */
OtherBranch *sinking_of(const Eval *ev, int group, const Access *access);
/* Once the access is recorded. */
void sinking_add(Eval *ev, int group, const Access *access);

#endif
