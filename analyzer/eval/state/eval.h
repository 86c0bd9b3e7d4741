/* The state of an evaluation: one kernel or host function, one block, all its threads. */
#ifndef SMEMLINT_EVAL_STATE_EVAL_H
#define SMEMLINT_EVAL_STATE_EVAL_H

#include "eval/facts/facts.h"
#include "eval/state/kept.h"
#include "eval/state/memory.h"
#include "eval/state/suspect.h"
#include "eval/value/value.h"
#include "eval/value/substitution.h"
#include "eval/state/watch.h"
#include "ir/link.h"

/* The threads that execute the current statement. */
typedef struct Flow {
	Mask may_execute; /* threads that may execute it */
	Mask must_execute; /* of them, those that certainly do, or that do if their whole warp does */
	Mask speculative; /* threads that execute it only because a condition is not known that was evaluated since the
	                * innermost loop, switch label or function began */
	Scope doubt; /* the widest scope of the conditions that make threads speculative, also around that: of loops, switches, functions */
	Reason doubt_why; /* of why conditions since then are not known, what prevails */
	bool count_known; /* how often it is executed is known */
	int64_t repeats; /* one execution stands for so many more */
	bool lone; /* one thread of each warp at most executes it, whichever may */
} Flow;

/* A cell to which threads that left had added different numbers. */
typedef struct LeftCell {
	const Object *object;
	int64_t offset;
	int size;
	Scope apart; /* SCOPE_WARP: one number in each warp */
} LeftCell;

/* What is known of threads that perhaps left early (exec/leaving.h). */
typedef struct Leaving {
	const Journal *since; /* of what was changed before; NULL: nothing is noted */
	Scope scope; /* whether all of `threads` leave at one time or none, all of a warp, or some of it */
	Mask threads; /* that may have left */
	Reason why; /* it is not known whether they did: what prevails */
	VEC(LeftCell) cells;
} Leaving;

/* Threads that left the loop or switch that is being run. */
typedef struct Exits {
	Mask broke, maybe_broke;
	Leaving breaking;
	Mask continued, maybe_continued;
	Leaving continuing;
	Mask outer_speculative; /* Flow.speculative outside of it */
	Reason outer_why; /* and Flow.doubt_why */
	Mask outer_maybe; /* threads that may have left an outer loop or switch before it began */
	const Stmt *of; /* the loop or switch */
	struct Exits *outer;
} Exits;

/* A variable that the frame declared. */
typedef struct Binding {
	int var; /* Var.id */
	Object *before; /* the instance that was visible before, or NULL */
} Binding;

/* Threads that returned from the function that is being run. */
typedef struct Returns {
	Mask surely, maybe;
	bool maybe_uniform; /* `maybe` is whole blocks or warps */
	Leaving leaving;
} Returns;

/* One call that is being evaluated. */
typedef struct Frame {
	struct Frame *up;
	const Func *func;
	const CallSite *site; /* NULL: the kernel itself */
	const Expr *call; /* NULL: the kernel itself, or the host function that is run */
	Range user_range; /* if in_system: the place in the program where it was called */
	bool in_system;
	int depth;
	Returns returns;
	Object *result; /* holds the returned value, or NULL */
	Exits *exits;
	VEC(Binding) bound;
	VEC(Object *) owned;
	VEC(Object *) temps; /* results of calls, retired at the end of the statement */
	ArenaMark mark; /* of Eval.stack, at entry */
} Frame;

struct Eval;
/* Receives a launch that was reached; `shape` is valid during the call. */
typedef void LaunchCallback(void *data, struct Eval *ev, const Expr *site, const LaunchShape *shape);

/* State of the evaluation of host code. */
/* The ways through a host function or loop (eval_paths.c). */
typedef enum Ways {
	WAYS_NOT_SEEN,
	WAYS_FEW, /* only one that matters, or too many: it is not run for each */
	WAYS_SEVERAL
} Ways;

typedef struct Host {
	LaunchCallback *on_launch;
	void *data;
	const bool *reaches; /* by Func.id: the function may reach a launch */
	int n_reaches;
	bool is_main; /* the program starts here: global variables hold their initial values */
	int64_t launches; /* launches that were reached … */
	int64_t fresh; /* … of them, new ones … */
	int64_t blockless; /* … and those whose block is not known */
	bool ended; /* a function that does not return was called */
	VEC(SymNumber) known; /* flags whose number is known in the branches being run */
	Substitution *substitution; /* substitutes them … */
	Substitution *path_substitution; /* … and those that are assumed for one path to a launch */
	int64_t split_budget; /* definitions that the two may still look up; below 0 no launch is split … */
	int64_t retry_threshold; /* … and below this, no launch that made no progress recently */
	unsigned char *no_progress; /* by Expr.id of a launch: visits in a row without a new shape */
	VEC(TensorMap) maps; /* tensor maps that were encoded, each once */
	bool cut; /* a launch was not split because of the budget */
	struct Paths *paths; /* of the function being run in each way (eval_paths.c), or NULL */
	Ways *ways_of_call, *ways_of_loop; /* by Func.id, by Stmt.id */
} Host;

struct Sinking;
typedef struct Eval {
	Arena *arena; /* results */
	Arena *scratch; /* values of the current statement */
	Arena *stack; /* lists of the frames; only those of the innermost frame grow */
	const Unit *unit;
	const Arch *arch; /* of the unit */
	const LaunchShape *launch;
	ValueCtx ctx;
	Memory mem;
	Flow flow;
	Frame *frame;
	Object **object_of; /* by Var.id: the visible instance, or NULL */
	Object **func_object; /* by Func.id, or NULL */
	int n_func_objects;
	Kept *kept;
	bool is_kept_own;
	int *loop_trip_count; /* by Stmt.id (unroll.c): trip count plus one; 0: not computed yet */
	int *loop_size; /* by Stmt.id (unroll.c): operations of an iteration, < 0: it contains loops; 0: not computed yet */
	Sym float_sym; /* stands for all uniform floats: they are never compared */
	struct Recorder *recorder;
	int64_t iteration, n_iterations; /* Access.iteration, and the last number given */
	int before_loop; /* Access.before */
	int64_t basic_block, nvvm_block, halves_block; /* Access.basic_block … */
	struct Sinking *sinking; /* of the innermost condition being run (sinking.h); NULL: none */
	Arena *sinking_arena; /* for their lists; NULL until needed */
	bool ignores_skipped; /* branches that are not run do not matter for forms: those of a loop's guess (eval_induction.c) */
	const Stmt *meets_more; /* a condition behind whose branches another path joins them, so that nothing is sunk out of them */
	bool forms_uncertain; /* forms (form.h) may claim too much: not reliable here */
	const Expr *discarded; /* an expression whose value is not used */
	Suspects *suspects; /* NULL: not needed */
	Watch *watch; /* NULL: not needed */
	int trial; /* > 0: a trial: nothing is recorded */
	bool guessing; /* a trial that is to show what a loop's iteration changes (eval_induction.c) */
	int unsequenced; /* > 0: the order of evaluation is not known, so stored values are not either */
	int64_t ops, repeated; /* KernelFacts.ops, .repeated */
	int64_t events; /* counts what a call does besides computing its own variables and data (exec/memo.h) */
	int named_frame; /* the outermost frame of which a variable was named (exec/memo.h) */
	struct Memo *memo; /* exec/memo.h; NULL until needed */
	int64_t stop_ops, deadline_ms; /* stop_ops: when the time is looked at next (EvalOptions) */
	int64_t max_ops, hard_ops; /* above max_ops no more iterations are run one by one; above hard_ops the evaluation stops */
	const EvalOptions *options; /* NULL: the defaults */
	LoopCuts *cuts; /* KernelFacts.cuts; NULL: not wanted */
	int64_t n_loops; /* those that were begun */
	int n_cuts; /* of EvalOptions.cuts, those that were made */
	int depth; /* of nested expressions and statements, to limit the use of the C stack */
	const char *failed; /* why evaluation stopped; NULL: it did not */
	Loc failed_loc;
	struct Assumed *assumed; /* assumptions; NULL: none */
	VEC(Refuted) refuted; /* assumptions that do not hold */
	bool stores_shared; /* a shared object's address was stored outside of the threads' own variables */
	bool in_test; /* in the condition of a loop */
	const Expr *lone; /* the last comparison that held in one thread of each warp at most (cond_is_lone()), or NULL */
	bool runs_all; /* EvalOptions.runs_all */
	const unsigned char *slice; /* Unit.slice; NULL: nothing is skipped */
	bool is_host;
	Host *host; /* NULL if !is_host */
} Eval;

/* --- set-up (eval.c) ---------------------------------------------------------------------------- */
/* For a block of these dimensions; results go to `arena`, the rest is freed by eval_end().  kept: NULL: of this evaluation alone. */
void eval_begin(Eval *ev, Arena *arena, const Unit *unit, const int block[3], Kept *kept);
void eval_end(Eval *ev);
void eval_set_budget(Eval *ev, int64_t max_ops, int64_t hard_ops);
/* After stop_ops: false: the budget is spent, or the time. */
bool eval_goes_on(Eval *ev);
/* Fills in an argument of this type: parts that have no cell yet get unknown values. */
void eval_read_argument(Eval *ev, Object *object, const Type *type);
/* The symbol that is an argument, or a part of one; NULL: it is none. */
SymInfo *eval_argument_symbol(Eval *ev, Object *object, int64_t offset, int size);
/* A pointer is taken to be what an allocation returned: the program does not show what it is. */
void eval_take_for_base(Eval *ev, Object *object, const Var *param);
void eval_base_symbol(Eval *ev, const Value *v); /* the same of a value that is a new symbol */
Value eval_builtin(Eval *ev, BuiltinVar which, int dim); /* from Eval.launch */

/* --- failures and unknown values ------------------------------------------------------------------ */
bool eval_stopped(const Eval *ev);
void eval_fail(Eval *ev, const char *why, Loc loc); /* stops the evaluation; the first reason is kept */
Value eval_unknown_value(Eval *ev, bool uniform, bool per_warp, Reason reason, Loc loc);
static inline Loc expr_loc(const Expr *e)
{
	return e->range.begin;
}

#endif
