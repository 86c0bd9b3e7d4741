/* What eval_targets.c, eval_record.c, eval_local.c and eval_access.c share. */
#ifndef SMEMLINT_EVAL_ACCESS_IMPL_H
#define SMEMLINT_EVAL_ACCESS_IMPL_H

#include "eval/exec/exec.h"

enum { MAX_TARGETS = 16, MAX_CHOICES = 3 };

/* --- from an address to the objects that it may point into (eval_targets.c) ---------------------- */

typedef struct Target {
	Object *object;
	Value offset;
	Mask threads;
	bool mixed;   /* threads of one warp point into different objects */
} Target;

typedef struct Targets {
	int n;
	bool open;      /* some of the address is not understood, or points to no object that is known */
	Mask open_threads;
	bool choice;    /* which of them it is depends on something uniform that is not known */
	unsigned points_to; /* POINTS_TO_…: it may also be the address of an object that is not among them */
	const Copy *copy; /* what is recorded is the destination of one; else NULL */
	Target at[MAX_TARGETS]; /* only the first n are set */
} Targets;

void targets_find(Eval *ev, Value address, Targets *out);

/* The object whose address the value is a sum of, where there is one alone, with the offset; else NULL. */
Object *target_plain(const Eval *ev, const Value *address, Value *offset);
/* The same of one product of symbols; only: it is the object and nothing else. */
Object *target_of_mono(const Eval *ev, Mono mono, bool *only);
/* The symbol that objects are chosen by, or -1. */
Sym target_choice(const Eval *ev, const Value *address);

/* --- what is priced (eval_record.c) --------------------------------------------------------------- */

bool targets_record(Eval *ev, const Expr *site, BankOp op, int bytes, Value address, const Targets *targets, bool in_shared, Reason open);

/* --- contents (eval_local.c) ---------------------------------------------------------------------- */

Value local_read(Eval *ev, Object *object, Value offset, const Mask *where, const Type *type, Loc loc);
void local_write(Eval *ev, Object *object, Value offset, const Mask *where, const Type *type, Value v);
/* Something that is not known was stored there, or anywhere; v: what, or NULL. */
void local_forget(Eval *ev, Object *object, Reason reason, const Value *v);
void locals_forget(Eval *ev, Reason reason, const Value *v);

#endif
