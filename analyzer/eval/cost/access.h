/* One execution of an access to shared memory by one block: what is merged, priced and made a fact of. */
#ifndef SMEMLINT_EVAL_COST_ACCESS_H
#define SMEMLINT_EVAL_COST_ACCESS_H

#include "banks/banks.h"
#include "core/source.h"
#include "eval/facts/facts.h"
#include "eval/value/value.h"

/* Where an object begins, as far as the compiler knows. */
typedef struct KnownAlign {
	int log2_align; /* 1 << grain bytes divide its address, and nvcc knows */
	bool exact;   /* and no more than that */
	int declared; /* of it, what the declaration alone says (dynamic shared memory: 16 bytes) */
} KnownAlign;

/* Code that the compiler does not know to be executed, and that is being executed (memory.h): numbers, outermost first. */
typedef struct Regions {
	const int64_t *at;
	int n;
} Regions;

/* Accesses in other branches of a condition, together. */
typedef struct OtherBranch {
	const Var *object;
	BankOp op;
	Mask may_execute;
	Value offset;            /* what each lane asks for */
	bool divergent;          /* lanes that are on both may go either way, each for itself */
	int facts[4], n_facts;   /* recorder_last() */
} OtherBranch;

/* One execution of an access by one block, as the evaluator saw it. */
typedef struct Access {
	const Expr *site;
	const CallSite *stack;
	Range range;
	const Var *object;       /* NULL: not known */
	BankOp op;
	int bytes;
	const Mask *may_execute, *must_execute;
	bool count_known;
	const Value *offset;     /* bytes, relative to the object's start or to an unknown aligned point */
	const Value *source;     /* copies: the address that each lane copies from; else NULL: not known */
	int64_t object_bytes;    /* where it ends; 0: not known */
	int64_t object_align;    /* copies: a power of two that the object's address is a multiple of */
	bool fills, guarded;     /* copies: as in Copy (eval.h) */
	KnownAlign known_align;  /* of the object */
	int64_t basic_block;     /* of straight-line code: those of one are executed together or not at all */
	Regions regions;
	int64_t iteration;       /* of the innermost loop whose iterations nvcc leaves alone: its number; 0: in none */
	bool certain;            /* the offset's form (form.h) is what the compiler sees */
	bool is_invariant;       /* the same in each iteration of a loop (ir/invariant.h) … */
	int before;              /* … behind this access, whose line it may then have: recorder_last(); -1: none */
	bool is_volatile;        /* the compiler leaves it as it is */
	bool is_copy;            /* part of a record that is copied: what of it nobody uses is not accessed */
	bool is_field;           /* of a record */
	const OtherBranch *other_branch; /* the compiler may make one of it and these; NULL: of it and none yet */
	Reason open;             /* why its cost is a bound, though its address is known; REASON_NONE: it is none */
	Reason unknown;          /* not REASON_NONE: the address is not understood at all */
	Loc unknown_loc;
} Access;

/* What comes between loads, between stores, and between any accesses, so that they are not merged: numbers. */
typedef struct Epochs {
	int64_t loads, stores, all;
} Epochs;

#endif
