/* Accesses in the branches of a condition that nvcc may sink into one (ir/effects/sink.h), collected while the branches are run. */
#ifndef SMEMLINT_EVAL_NVCC_SINKING_H
#define SMEMLINT_EVAL_NVCC_SINKING_H

#include "eval/state/eval.h"

enum { MAX_SINKABLE = 16 };

typedef struct Sinking Sinking;
struct Sinking {
	Sinking *outer;
	const Stmt *of;       /* the condition's statement; NULL: it is in an expression */
	bool divergent;       /* OtherBranch.divergent */
	Mask from;            /* threads that come to the condition (else if: to the last one) */
	bool stays;           /* nothing is sunk; what both branches begin with may be hoisted */
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

/* A number that the access has in common with those that nvcc may merge it with: unit->sink_groups, or less than 0:
 * unit->hoist_groups; 0: with none, or nvcc folds the condition. */
int sinking_group(const Eval *ev, const Expr *site);
/* The accesses of the group so far, in other branches, of the same operation: a list by objects; NULL: none. */
OtherBranch *sinking_of(const Eval *ev, int group, const Access *access);
/* The threads of a load that both branches begin with, if it is hoisted: those of both; `own`: of this branch. */
Mask sinking_hoisted(const Eval *ev, int group, const Access *access, Mask own);
/* Adds an access that has just been recorded. */
void sinking_add(Eval *ev, int group, const Access *access);

#endif
