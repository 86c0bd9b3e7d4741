/* The interpreter: functions that its files call from each other. */
#ifndef SMEMLINT_EVAL_EXEC_EXEC_H
#define SMEMLINT_EVAL_EXEC_EXEC_H

#include "eval/assume/assumed.h"
#include "eval/nvcc/recorder.h"
#include "eval/state/eval.h"

/* --- expressions (eval_expr.c, eval_cond.c) ---------------------------------------------------- */
Value eval_expr(Eval *ev, const Expr *e);
void eval_effects(Eval *ev, const Expr *e); /* the value is discarded */
Cond eval_cond(Eval *ev, const Expr *e);
/* a == b in one thread of each warp at most: one is the same in the warp, the other one differs between its threads. */
bool cond_is_lone(const Eval *ev, const Value *a, const Value *b);
Value cond_value(Eval *ev, Cond c); /* 1 where yes, 0 where no, else unknown */

/* --- floating-point (eval_float.c) ---------------------------------------------------------------- */
Value eval_float(Eval *ev, const Expr *e); /* a literal */
Value float_binary(Eval *ev, const Expr *e, Value a, Value b);
Value float_negated(Eval *ev, const Expr *e, Value a);
Value float_cast(Eval *ev, const Expr *e, Value v); /* from float, to float, or both */
/* What is computed from operands that are not known: unknown, but uniform if they are. */
Value float_unknown(Eval *ev, const Expr *e, const Value *operands, int n);
/* In host code: the number that the value is, of an integer or a float; false: it is not known. */
bool float_number(const Eval *ev, const Value *v, double *number);
bool float_same(const Eval *ev, const Value *a, const Value *b); /* both are known, and one number */
/* In host code: the result of a function of <math.h>; false: it is another function, or an argument is not known. */
bool host_math(Eval *ev, const Expr *e, const char *name, const Value *args, Value *out);

/* --- memory by address (eval_access.c) --------------------------------------------------------- */
/* What a variable holds, as the threads see it that are running. */
Value eval_read(Eval *ev, Object *object, int64_t offset, int size, bool is_float, Loc loc);
Value eval_load(Eval *ev, const Expr *site, Value address, const Type *type);
void eval_store(Eval *ev, const Expr *site, Value address, const Type *type, Value v);
void eval_copy(Eval *ev, const Expr *site, Value to, Value from, const Type *type);
/* memcpy() from a variable to another; false: it is not known that both are variables, and nothing was done. */
bool eval_copy_bytes(Eval *ev, const Expr *site, Value to, Value from, Value size);
/* The object that an address points into in every active thread, and the byte offset; NULL: not known to be one object. */
Object *eval_target(Eval *ev, Value address, Value *offset);
Value target_address(Eval *ev, const Object *object);
/* Records an access if the address is, or may be, in shared memory; false: it is in other memory.  in_shared: the instruction
 * accesses shared memory, whatever the address points to; bound_reason: why its cost is only a bound, or REASON_NONE. */
bool eval_shared(Eval *ev, const Expr *site, BankOp op, int bytes, Value address, bool in_shared, Reason bound_reason);
/* cp.async: each thread copies `bytes` from global to shared memory. */
typedef struct Copy {
	int bytes;     /* 4, 8 or 16; 0: not known */
	Value to, from;
	bool past_l1;  /* bypasses the L1 cache (.cg) */
	bool fills;    /* writes zeros where the source is shorter than `bytes`, or may */
	bool guarded;  /* it, or its load from the source, is under a predicate */
} Copy;
void eval_cp_async(Eval *ev, const Expr *site, const Copy *copy);
/* Atomics (eval_atomic.c); REDUCE: min, max, and, or, xor. */
typedef enum AtomicOp { ATOMIC_ADD, ATOMIC_REDUCE, ATOMIC_EXCHANGE, ATOMIC_SWAP, ATOMIC_OTHER } AtomicOp;
typedef struct Atomic {
	AtomicOp does;
	int bytes;       /* per thread */
	bool floating;   /* floating-point */
	bool vector;     /* float2 and the like, but not half2 */
	bool discarded;  /* the result is not used */
	bool in_shared;  /* the address is in shared memory, whatever it points to */
	Value address, by;
} Atomic;
void eval_atomic(Eval *ev, const Expr *site, const Atomic *atomic);
/* Records an access to shared memory of which only the kind is known. */
void eval_unknown_access(Eval *ev, const Expr *site, BankOp op, Reason reason);
/* A value is passed to what is not run.  True: it leads to shared memory, itself or in the thread's variable that it points to, and
 * an access that is not known was recorded. */
bool eval_pass(Eval *ev, const Expr *site, Value v, Reason reason);
/* Records an access by another unit than the lanes. */
void eval_by_unit(Eval *ev, const Expr *site, BankOp op, Reason unit, const UnitUse *uses, int n_uses);
/* Copies by the tensor memory accelerator, and operands of tensor cores (eval_units.c). */
typedef struct UnitCopy {
	bool in;        /* to shared memory */
	bool is_tensor; /* by a tensor map, whose address is `map` */
	Value shared, map;
} UnitCopy;
void eval_unit_copy(Eval *ev, const Expr *site, const UnitCopy *copy);
/* Matrix descriptors of wgmma or, if newer, of tcgen05; what is none is ignored. */
void eval_unit_operands(Eval *ev, const Expr *site, const Value *descriptors, int n, bool newer);
/* A call of cuTensorMapEncodeTiled in host code, by its name or through a pointer; false: it is none. */
bool eval_encodes_map(Eval *ev, const Expr *call, const Value *args);
/* The call asks for a function of the driver: it succeeds. */
bool eval_finds_driver(Eval *ev, const Expr *call, const Value *args);
/* What stands for a tensor map in memory: the first word at its address; the map that a word stands for, or NULL. */
Value eval_tensor_mark(Eval *ev, const Expr *site, Value address);
const TensorMap *eval_marked_map(const Eval *ev, const Value *mark);
/* Whether it is the type of tensor maps. */
bool eval_is_tensor_map(const Type *type);
/* Puts the launch's tensor maps into a parameter of its kernel. */
void eval_put_tensor_maps(Eval *ev, Object *object, const LaunchShape *launch, int param);
/* An address is passed to unknown code: what it points to becomes unknown. */
void eval_escape(Eval *ev, Value v, Reason reason);
/* An unknown value that was loaded from an address: uniform if the address is, and within the type's range (eval_local.c). */
Value eval_loaded(Eval *ev, Value address, const Type *type, Reason reason, Loc loc);

/* Records what the variable, which was just initialised, says of a shared object, if it is a tensor of CuTe (eval_view.c). */
void eval_view(Eval *ev, const Var *var);

/* --- control flow (eval_stmt.c, eval_branch.c, eval_loop.c) ------------------------------------- */
void eval_stmt(Eval *ev, const Stmt *s);
typedef void BranchBody(Eval *ev, void *data);
/* Runs `then` in threads where the condition holds and `otherwise` where it does not; threads for which it is unknown run
 * both, and the contents of memory after the two are joined.  Either may be NULL. */
void eval_branch(Eval *ev, Cond c, BranchBody *then, BranchBody *otherwise, void *data);
/* The greater (max) or lesser of two numbers of one type. */
typedef struct Clamped {
	Value a, b;
	bool max;
	Int type;
} Clamped;

/* Where the comparison of the two, `c`, decides nothing: either of them (value_join), or what else is known if one is a known
 * number in each thread and the other one is the same in a warp; `known` elsewhere. */
Value clamp_choose(Eval *ev, const Clamped *clamped, const Cond *c, Value known, Value either);
/* Begin and end of a region: the compiler does not know whether it is executed, or how often (memory.h). */
void eval_region_enter(Eval *ev);
void eval_region_leave(Eval *ev);
void eval_end_basic_block(Eval *ev); /* and NVVM's */
void eval_take_slow_path(Eval *ev);  /* which ptxas makes: ends the basic block */
void eval_leave(Eval *ev, unsigned slice); /* what a statement that is not evaluated does to the accesses around it (ir/slice/slice.h) */
void eval_end_nvvm_block(Eval *ev, unsigned flags); /* of what comes then: ir/effects/opaque.h */
void eval_barrier(Eval *ev); /* ends the basic block and the epoch: no access is moved across */
void eval_loop(Eval *ev, const Stmt *s);
void eval_switch(Eval *ev, const Stmt *s);
/* `exits` collects the threads that break out of `of`, a loop or switch, or continue it, until exits_leave(). */
void exits_enter(Eval *ev, Exits *exits, const Stmt *of);
void exits_leave(Eval *ev, Exits *exits);
/* Threads of `open` (for which a condition is unknown) that may be absent while other threads of their warp execute.  If the
 * condition is uniform within warps, a warp with all its threads in `open` executes as a whole: none of it is returned. */
Mask flow_doubt(const Mask *may_execute, const Mask *open, Scope scope);
/* Reconvergence after a loop or switch: threads of `back` execute, except those that returned or left an outer loop. */
void flow_rejoin(Eval *ev, const Flow *before, Mask back);

/* --- calls (eval_call.c, eval_intrinsic.c, eval_asm.c) ------------------------------------------ */
Value eval_call(Eval *ev, const Expr *e);
Value eval_intrinsic(Eval *ev, const Expr *e);
/* What a function of ir/intrinsics.def gives for these arguments, at most 4 of the same type. */
Value eval_function(Eval *ev, const Expr *site, const char *spelling, const Type *result, const Type *of, const Value *args, int n);
Value eval_asm(Eval *ev, const Expr *e);
Value eval_special(Eval *ev, const char *name, Loc loc); /* %laneid and the like (eval_special.c) */
/* Records the shared accesses of a warp's load or store of a matrix fragment (eval_wmma.c); args as in intrinsics.def. */
enum { FRAGMENT_ARGS = 9 };
void eval_fragment(Eval *ev, const Expr *site, const Value *args, bool stores);
/* A new instance of the variable, which is the visible one from now on. */
Object *eval_declare(Eval *ev, const Var *var);
/* The visible instance of the variable; made, with its initial contents, if there is none. */
Object *eval_object(Eval *ev, const Var *var);
void eval_place_shared(Eval *ev, Object *object); /* what is known of its address (eval_record.c) */
Object *eval_func_object(Eval *ev, const Func *func); /* stands for the function's address */
void eval_launch(Eval *ev, const Expr *e); /* eval_launch.c */

/* --- aligned addresses (eval_align.c): without effect in host code ----------------------------------- */
/* Sets the condition's flag if v, which is tested, says whether the remainder of a shared address is 0. */
void align_flag(Eval *ev, Cond *c, Value v);
/* *out: a where the condition holds, else b, without what the remainder's being 0 there makes 0; false: c has no such flag. */
bool align_choose(Eval *ev, const Cond *c, Value a, Value b, Value *out);

/* --- host code (eval_host.c): without effect if ev->is_host is false ------------------------------- */
/* Sets a condition's flag (1 if it holds, else 0): from the value that is tested, from a and b, or to its opposite. */
void host_flag(Eval *ev, Cond *c, Value v);
void host_flag_both(Eval *ev, Cond *c, const Cond *a, const Cond *b, bool is_or);
void host_flag_not(Eval *ev, Cond *c);
/* *out = flag ? a : b, as the sum b + flag * (a - b); false: it cannot be expressed so. */
bool host_choose(Eval *ev, const Cond *c, Value a, Value b, Value *out);
/* If the values depend on an unknown condition: *c: that condition; with[0], with[1]: the values if it does not hold, and if
 * it does.  E.g. `n = 128; if (argc > 1) n = atoi(argv[1]);`. */
bool host_split(Eval *ev, const Value *values, int n, Cond *c, Value *with[2]);
bool host_may_know(Eval *ev, const Value *values, int n); /* may all be numbers in with[0], or in with[1]? */
void host_know(Eval *ev, Sym sym, int64_t number); /* sym == number from now on */
/* Between the two the condition is known to hold, or not.  Enter returns what leave takes as `before`. */
int host_enter_branch(Eval *ev, const Cond *c, bool holds);
void host_leave_branch(Eval *ev, int before);
/* Substitutes the numbers that are known in this branch. */
Value host_substitute(Eval *ev, Value v);
/* Whether the split budget allows to split a launch by the paths that lead to it. */
bool host_may_split(Eval *ev, const Expr *launch);
/* The program ends here: the rest of this branch, of this function and of its callers does not run … */
void host_end(Eval *ev);
bool host_has_ended(const Eval *ev);
/* … but is not known to: what follows runs. */
void host_go_on(Eval *ev);
bool host_never_returns(const Func *func);
bool host_reaches(const Eval *ev, const Func *func); /* a launch is reached from the function */
/* Whether a variable that is not const holds its initialiser's value when the host function begins. */
bool host_starts_with(const Eval *ev, const Var *var);
/* Unknown code gets the arguments of `named`: what they point to, and all global variables, becomes unknown. */
void host_clobber(Eval *ev, const Expr *named);
/* A function without a body may change variables with external linkage: they become unknown. */
void host_forget_globals(Eval *ev, const Func *called);

/* --- host functions and loops with several ways through them (eval_paths.c) ----------------------- */
/* NULL: not to be run for each way. */
Ways *host_ways_of_call(const Eval *ev, const Func *func);
Ways *host_ways_of_loop(Eval *ev, const Stmt *loop);
/* Runs the body for each way.  false: there are too many, and nothing has changed. */
bool host_each_path(Eval *ev, Ways *ways, BranchBody *body, void *data);
/* Decides an undecided condition for the path being run, if there is one. */
void host_decide(Eval *ev, Cond *c);

/* --- a run (kernel.c) ---------------------------------------------------------------------------- */
typedef struct EvalRun {
	const Pin *pin;
	Suspects *suspects;
	Watch *watch;
	const EvalOptions *options; /* NULL: the defaults */
	Kept *kept;             /* NULL: none */
	int64_t max_ops;        /* in evaluated expressions; 0: the default */
	int64_t ops;            /* out: how many it took */
} EvalRun;
KernelFacts eval_run(Arena *arena, const Unit *unit, const LaunchShape *launch, EvalRun *run);

/* --- set-up (kernel.c) -------------------------------------------------------------------------- */
void eval_write_builtins(Eval *ev); /* threadIdx, blockDim …, from the launch */
/* Sets up everything but the kernel's body: its frame (filled in), arguments and assumptions. */
void eval_enter_kernel(Eval *ev, const LaunchShape *launch, Frame *frame);

#endif
