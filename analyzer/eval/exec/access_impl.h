/* Shared by eval_targets.c, eval_record.c, eval_local.c, eval_access.c and eval_copy.c. */
#ifndef SMEMLINT_EVAL_EXEC_ACCESS_IMPL_H
#define SMEMLINT_EVAL_EXEC_ACCESS_IMPL_H

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
	bool incomplete; /* in some threads the address is unknown or points to no known object, or there are too many targets */
	Mask incomplete_threads; /* those threads */
	bool choice;    /* one of the targets in all threads; which one depends on an unknown uniform value */
	unsigned points_to; /* POINTS_TO_…: the address may also be that of an object that is not listed */
	bool whole;     /* a record is copied: all of it is needed, and in these pieces */
	int written;    /* bytes that the program accesses at once, more than nvcc does; 0: no more … */
	int part_offset; /* … and where in them the access begins */
	const Copy *copy; /* the access is the destination of this asynchronous copy; else NULL */
	Target at[MAX_TARGETS]; /* only the first n are set */
} Targets;

void targets_find(Eval *ev, Value address, Targets *out);

/* The object, if the address is a known object plus one constant offset in all threads, in bytes; else NULL. */
Object *target_plain(const Eval *ev, const Value *address, int64_t *offset);
/* The same if nvcc knows the offset, too. */
Object *target_constant(const Eval *ev, const Value *address, int64_t *offset);
/* The object whose address is a factor of a product of symbols, or NULL; *only: it is the only factor. */
Object *target_of_mono(const Eval *ev, Mono mono, bool *only);
/* The symbol (0 or 1) that chooses between two objects, or -1. */
Sym target_choice(const Eval *ev, const Value *address);

/* --- loads and stores (eval_access.c) ------------------------------------------------------------- */

/* Bytes of a request for such a value; 0: it takes several. */
int access_bytes(const Type *type);
/* These record nothing. */
Value targets_load(Eval *ev, const Targets *targets, Value address, const Type *type, Loc loc);
void targets_store(Eval *ev, const Targets *targets, const Type *type, Value v);
/* What is known of v once it is stored. */
Value stored_value(Eval *ev, const Expr *site, Value v);

/* --- recording (eval_record.c) -------------------------------------------------------------------- */

/* Records an access to each of the targets that is in shared memory; parameters and result as for eval_shared(). */
bool targets_record(Eval *ev, const Expr *site, BankOp op, int bytes, Value address, const Targets *targets, bool in_shared,
		    Reason bound_reason);

/* --- contents (eval_local.c) ---------------------------------------------------------------------- */

Value local_read(Eval *ev, Object *object, Value offset, const Mask *where, const Type *type, Loc loc);
void local_write(Eval *ev, Object *object, Value offset, const Mask *where, const Type *type, Value v);
/* `v` was stored at an unknown offset of the object, or (locals) at an unknown address: contents become unknown. */
void local_forget(Eval *ev, Object *object, Reason reason, const Value *v);
void locals_forget(Eval *ev, Reason reason, const Value *v);

#endif
