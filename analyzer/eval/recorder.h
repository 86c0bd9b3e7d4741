/* Collects the shared accesses of one evaluation and makes facts of them. */
#ifndef SMEMLINT_EVAL_RECORDER_H
#define SMEMLINT_EVAL_RECORDER_H

#include "eval/facts.h"

/* One execution of an access by one block, as the evaluator saw it. */
typedef struct Access {
	const Expr *site;
	const CallSite *stack;
	Range range;
	const Var *object;       /* NULL: not known */
	BankOp op;
	int bytes;
	const Mask *act, *sure;
	bool counted;
	const Value *offset;     /* bytes, relative to the object's start or to an unknown aligned point */
	const Value *source;     /* copies: the address that each lane copies from; else NULL: not known */
	int64_t object_align;    /* copies: a power of two that the object's address is a multiple of */
	bool fills, guarded;     /* copies: as in Copy (eval.h) */
	int64_t turn;            /* of the innermost loop that the compiler cannot unroll: its number; 0: in none */
	bool first_turn;         /* the first turn of that loop */
	bool is_volatile;        /* the compiler leaves it as it is */
	bool rule_open;          /* the operation's cost is not known exactly: a bound */
	Reason unknown;          /* not WHY_NONE: the address is not understood at all */
	Loc unknown_loc;
} Access;

typedef struct Recorder Recorder;

Recorder *recorder_new(Arena *arena, ValueCtx *ctx, const LaunchShape *launch, const EvalOptions *options);
/* How sure its cost is, in the warp where that is least sure. */
Certainty recorder_add(Recorder *recorder, const Access *access);
void recorder_barrier(Recorder *recorder);
/* incomplete: the kernel was not run to its end, so that nothing is exact. */
void recorder_finish(Recorder *recorder, bool incomplete, KernelFacts *out);
void recorder_free(Recorder *recorder);
/* The call's node below `caller`, the same one for the same call. */
const CallSite *recorder_call(Recorder *recorder, const CallSite *caller, const Func *func, const Expr *site);

#endif
