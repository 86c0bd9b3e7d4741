/* The interpreter: what its files call of one another. */
#ifndef SMEMLINT_EVAL_EXEC_EXEC_H
#define SMEMLINT_EVAL_EXEC_EXEC_H

#include "eval/assume/assumed.h"
#include "eval/nvcc/recorder.h"
#include "eval/state/eval.h"

/* --- expressions (eval_expr.c, eval_cond.c) ---------------------------------------------------- */
Value eval_expr(Eval *ev, const Expr *e);
void eval_effects(Eval *ev, const Expr *e); /* nobody asks for its value */
Cond eval_cond(Eval *ev, const Expr *e);
Value cond_value(Eval *ev, Cond c); /* 1 where yes, 0 where no */

/* --- memory by address (eval_access.c) --------------------------------------------------------- */
Value eval_load(Eval *ev, const Expr *site, Value address, const Type *type);
void eval_store(Eval *ev, const Expr *site, Value address, const Type *type, Value v);
void eval_copy(Eval *ev, const Expr *site, Value to, Value from, const Type *type);
/* The object that an address points into in every active lane, and the byte offset; NULL: not one object. */
Object *eval_target(Eval *ev, Value address, Value *offset);
/* Records a shared access if the address is (or may be) shared memory.  in_shared: it is, whatever it points to; open:
 * why its cost is only a bound, or REASON_NONE. */
bool eval_shared(Eval *ev, const Expr *site, BankOp op, int bytes, Value address, bool in_shared, Reason open);
/* cp.async: each lane copies `bytes` from global to shared memory. */
typedef struct Copy {
	int bytes;     /* 4, 8 or 16; 0: not known */
	Value to, from;
	bool past_l1;  /* leaves the L1 cache out (.cg) */
	bool fills;    /* writes zeros where the source is shorter, or may */
	bool guarded;  /* under an instruction's predicate */
} Copy;
void eval_cp_async(Eval *ev, const Expr *site, const Copy *copy);
/* Atomics (eval_atomic.c); REDUCE: min, max, and, or, xor. */
typedef enum AtomicOp { ATOMIC_ADD, ATOMIC_REDUCE, ATOMIC_EXCHANGE, ATOMIC_SWAP, ATOMIC_OTHER } AtomicOp;
typedef struct Atomic {
	AtomicOp does;
	int bytes;       /* a lane */
	bool floating;   /* numbers that are no integers */
	bool vector;     /* several of them; pairs of two bytes each are not meant */
	bool discarded;  /* nobody looks at the result */
	bool in_shared;  /* the address is one of shared memory, whatever it points to */
	Value address, by;
} Atomic;
void eval_atomic(Eval *ev, const Expr *site, const Atomic *atomic);
/* An access to shared memory of which nothing but its kind is understood. */
void eval_unknown_access(Eval *ev, const Expr *site, BankOp op, Reason reason);
/* Whatever an address handed to unknown code points to may have changed. */
void eval_escape(Eval *ev, Value v, Reason reason);
Value eval_loaded(Eval *ev, Value address, const Type *type, Reason reason, Loc loc);

/* --- control flow (eval_stmt.c, eval_branch.c, eval_loop.c) ------------------------------------- */
void eval_stmt(Eval *ev, const Stmt *s);
typedef void BranchBody(Eval *ev, void *data);
/* Runs `then` where the condition holds and `otherwise` where it does not; lanes for which it is not known run both,
 * and what the two leave behind is merged.  Either may be NULL. */
void eval_branch(Eval *ev, Cond c, BranchBody *then, BranchBody *otherwise, void *data);
/* Code that the compiler does not know to be executed, or how often, begins and ends (memory.h). */
void eval_region_enter(Eval *ev);
void eval_region_leave(Eval *ev);
void eval_end_basic_block(Eval *ev); /* here the compiler's straight-line code ends */
void eval_barrier(Eval *ev); /* nothing is moved across this */
void eval_loop(Eval *ev, const Stmt *s);
void eval_switch(Eval *ev, const Stmt *s);
void exits_enter(Eval *ev, Exits *exits, const Stmt *of);
void exits_leave(Eval *ev, Exits *exits);
/* Of lanes in `open` that perhaps execute, as one with `act` that do: those that may be missing while other lanes of
 * their warp are there.  (Where none is there for certain, the warp as a whole comes or stays.) */
Mask flow_doubt(const Mask *act, const Mask *open, Scope scope);
/* After a loop or switch: who is still there. */
void flow_rejoin(Eval *ev, const Flow *before, Mask back);
/* Values that lanes of `maybe` may have kept from any time since the journal began are no longer known. */
void eval_invalidate(Eval *ev, Journal *journal, const Mask *maybe, bool uniform, Reason reason);

/* --- calls (eval_call.c, eval_intrinsic.c, eval_asm.c) ------------------------------------------ */
Value eval_call(Eval *ev, const Expr *e);
Value eval_intrinsic(Eval *ev, const Expr *e);
Value eval_asm(Eval *ev, const Expr *e);
Value eval_special(Eval *ev, const char *name, Loc loc); /* %laneid and the like (eval_special.c) */
/* What a warp's load or store of a matrix fragment does to shared memory (eval_wmma.c); args as in intrinsics.def. */
enum { FRAGMENT_ARGS = 9 };
void eval_fragment(Eval *ev, const Expr *site, const Value *args, bool stores);
/* A function of the toolkit that nvcc puts into straight-line code. */
Object *eval_declare(Eval *ev, const Var *var);
Object *eval_object(Eval *ev, const Var *var);
Object *eval_func_object(Eval *ev, const Func *func);
void eval_launch(Eval *ev, const Expr *e); /* eval_launch.c */

/* --- host code (eval_host.c): nothing happens where ev->is_host is false --------------------------- */
/* Gives a condition its flag: that of the value it tests, of `a && b` or `a || b`, or the opposite. */
void host_flag(Eval *ev, Cond *c, Value v);
void host_flag_both(Eval *ev, Cond *c, const Cond *a, const Cond *b, bool is_or);
void host_flag_not(Eval *ev, Cond *c);
/* a where the condition holds, else b, as a sum over its flag; false: it cannot be said so. */
bool host_choose(Eval *ev, const Cond *c, Value a, Value b, Value *out);
void host_know(Eval *ev, Sym sym, int64_t number);
int host_enter_branch(Eval *ev, const Cond *c, bool holds); /* to be given to host_leave_branch */
void host_leave_branch(Eval *ev, int before);
/* The value with all that is known here. */
Value host_substitute(Eval *ev, Value v);
/* Whether a launch is to be taken apart into the ways that lead to it. */
bool host_may_split(Eval *ev, const Expr *launch);
/* The program ends here: nothing after it runs in this side, this function and its callers … */
void host_end(Eval *ev);
bool host_has_ended(const Eval *ev);
/* … or, where it does so only perhaps, it goes on. */
void host_go_on(Eval *ev);
bool host_never_returns(const Func *func);
bool host_reaches(const Eval *ev, const Func *func); /* a launch, from there */
/* Whether a variable that is not const holds its initialiser's value when the run of the host begins. */
bool host_starts_with(const Eval *ev, const Var *var);
/* Something that is not known happens to what the arguments point to, and to global variables. */
void host_clobber(Eval *ev, const Expr *named);
/* A function that is not seen may change variables that other translation units know. */
void host_forget_globals(Eval *ev, const Func *called);

/* --- a run (kernel.c) ---------------------------------------------------------------------------- */
typedef struct EvalRun {
	const Pin *pin;
	Suspects *suspects;
	Watch *watch;
	const EvalOptions *options; /* of facts; NULL: the defaults */
	int64_t max_ops;        /* 0: the default */
	int64_t ops;            /* out: what it took */
} EvalRun;
KernelFacts eval_run(Arena *arena, const Unit *unit, const LaunchShape *launch, EvalRun *run);

/* --- set-up (kernel.c) -------------------------------------------------------------------------- */
void eval_write_builtins(Eval *ev); /* as the launch says */
/* Everything up to the kernel's body; the frame is its own. */
void eval_enter_kernel(Eval *ev, const LaunchShape *launch, Frame *frame);

#endif
