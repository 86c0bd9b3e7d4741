/* One execution of an access to shared memory by one block: the input of merging, pricing and facts. */
#ifndef SMEMLINT_EVAL_COST_ACCESS_H
#define SMEMLINT_EVAL_COST_ACCESS_H

#include "banks/banks.h"
#include "core/source.h"
#include "eval/facts/facts.h"
#include "eval/value/value.h"

/* The alignment of an object's address, as nvcc knows it. */
typedef struct KnownAlign {
	int log2_align; /* the address is a multiple of 1 << log2_align bytes */
	bool exact;     /* nvcc knows the address: no higher power divides it, up to 16 bytes; false: it may know more */
	int declared;   /* log2 of the alignment by the declaration alone (dynamic shared memory: 16 bytes) */
} KnownAlign;

/* The numbers of the regions that are being executed (memory.h), outermost first. */
typedef struct Regions {
	const int64_t *at;
	int n;
} Regions;

/* 0: none is being executed. */
static inline int64_t regions_innermost(const Regions *regions)
{
	return regions->n ? regions->at[regions->n - 1] : 0;
}

/* Accesses in the other branch of a condition that may be sunk together with one in this branch. */
typedef struct OtherBranch OtherBranch;
struct OtherBranch {
	const Var *object;
	BankOp op;
	Mask may_execute;
	Value offset;            /* in bytes, of each thread */
	bool divergent;          /* threads that may take both branches decide independently */
	int facts[4], n_facts;   /* their facts: recorder_last() */
	const OtherBranch *next; /* those of another object */
};

/* One execution of an access by one block, as the evaluator saw it. */
/* Whether nvcc loads 2 bytes into a register of as many, not of 4. */
typedef enum HalfRegister { HALF_REGISTER_MAYBE, HALF_REGISTER_YES, HALF_REGISTER_NO } HalfRegister;

typedef struct Access {
	const Expr *site;
	const CallSite *stack;
	Range range;
	const Var *object;       /* NULL: not known */
	BankOp op;
	int bytes;
	int written;             /* in the program; more than `bytes`: nvcc loads only a part of it, … */
	int part_offset;         /* … which begins there */
	const Mask *may_execute, *must_execute;
	bool count_known;
	bool of_some_warps;    /* data, or what else differs between warps, choose which of them execute it */
	int64_t repeats; /* it stands for so many more of the same cost */
	const Value *offset;     /* bytes from the object's start, or from an unknown aligned point */
	const Value *source;     /* copies: the address that each thread copies from; NULL: not known, or no copy */
	int64_t object_bytes;    /* its size; 0: not known */
	int64_t object_align;    /* copies: a power of two that divides the object's address */
	bool fills, guarded;     /* copies: as in Copy (exec.h) */
	KnownAlign known_align;  /* of the object */
	int64_t basic_block;     /* number of its basic block … */
	int64_t nvvm_block; /* … and of what NVVM merges in: slow paths are not there yet, opaque code (ir/effects/opaque.h) ends it … */
	int64_t halves_block; /* … as that, but arithmetic on halves does not */
	Regions regions;
	int64_t iteration; /* number of the current iteration of the innermost loop that is not unrolled; 0: in none */
	bool certain; /* the offset's form (form.h) is reliable */
	bool is_invariant; /* a loop-invariant load (ir/effects/invariant.h) … */
	int before; /* … hoisted behind this access, whose line it may get: recorder_last() before the loop; -1: none */
	bool is_unplaced; /* AsmBlock.is_unplaced */
	bool starts_branch; /* ir/effects/hoist.h */
	bool is_late; /* ir/effects/late.h */
	bool is_volatile; /* the compiler leaves it as it is */
	bool is_copy; /* loads a part of a record that is copied: if the part is not used, it is not loaded */
	bool is_field; /* of a record … */
	bool is_of_more; /* … and not all of it */
	HalfRegister half_register; /* loads of 2 bytes */
	bool is_vector; /* two words of 4 bytes each: not a number of 8 */
	const OtherBranch *other_branch; /* accesses that it may be sunk into one with; NULL: none yet */
	Reason bound_reason; /* why its cost is only a bound although its address is known; REASON_NONE: it is not */
	const UnitUse *uses; /* by_unit: how the unit accesses it, as far as that is known */
	int n_uses;
	bool by_unit; /* no lane accesses it, but another unit: `unknown` says which */
	Reason unknown; /* not REASON_NONE: the address is not understood at all */
	Loc unknown_loc;
} Access;

/* Numbers of the current epochs of loads, of stores and of all accesses: only accesses of one epoch are merged. */
typedef struct Epochs {
	int64_t loads, stores, all;
} Epochs;

#endif
