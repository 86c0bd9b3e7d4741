/* Accesses in the branches of a condition that nvcc may sink into one (ir/sink.h), collected while the branches are run. */
#ifndef SMEMLINT_EVAL_NVCC_SINKING_H
#define SMEMLINT_EVAL_NVCC_SINKING_H

#include "eval/state/eval.h"

enum { MAX_SINKABLE = 16 };

typedef struct Sinking Sinking;
struct Sinking {
	Sinking *outer;
	const Stmt *of;       /* the condition's statement; NULL: it is in an expression */
	bool divergent;       /* OtherBranch.divergent */
	ArenaMark mark;
	int before;           /* recorder_last() before the branches */
	struct {
		int group;
		OtherBranch *other;
	} at[MAX_SINKABLE]; /* further ones are bounds without a cost of both branches */
	int n;
};

/* Around both branches of the condition `c`; `sinking` is the caller's, until sinking_end(). */
void sinking_begin(Eval *ev, Sinking *sinking, const Cond *c, const Stmt *of);
void sinking_end(Eval *ev, Sinking *sinking);

/* The access's number in unit->sink_groups, within a condition that nvcc does not fold; else 0. */
int sinking_group(const Eval *ev, const Expr *site);
/* The accesses of the group so far, in other branches, of the same object and operation; NULL: none. */
OtherBranch *sinking_of(const Eval *ev, int group, const Access *access);
/* Adds an access that has just been recorded. */
void sinking_add(Eval *ev, int group, const Access *access);

#endif
