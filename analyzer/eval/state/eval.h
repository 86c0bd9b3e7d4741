/* The evaluator's state: one kernel (or one host function), one block, all its threads. */
#ifndef SMEMLINT_EVAL_STATE_EVAL_H
#define SMEMLINT_EVAL_STATE_EVAL_H

#include "eval/facts/facts.h"
#include "eval/state/memory.h"
#include "eval/state/suspect.h"
#include "eval/value/value.h"
#include "eval/value/substitution.h"
#include "eval/state/watch.h"
#include "ir/link.h"

/* Which threads execute now. */
typedef struct Flow {
	Mask may_execute; /* taken to execute */
	Mask must_execute; /* of them, those that certainly do, or that do together with their whole warp */
	Mask speculative; /* threads that are here on the strength of a condition that is not known, met since the
	                * innermost loop, switch label or function began */
	bool count_known; /* how often this is reached is known */
} Flow;

/* Threads that left the loop or switch that is being run. */
typedef struct Exits {
	Mask broke, maybe_broke;
	Mask continued, maybe_continued;
	Mask outer_speculative; /* Flow.speculative as it was outside */
	Mask outer_maybe; /* threads that perhaps left something around it before it began */
	const Stmt *of;   /* the loop or switch */
	struct Exits *outer;
} Exits;

typedef struct Binding {
	int var;
	Object *before;
} Binding;

typedef struct Frame {
	struct Frame *up;
	const Func *func;
	const CallSite *site;   /* NULL: the kernel itself */
	const Expr *call;       /* NULL: the kernel itself, or the host function that is run */
	Range user_range;       /* in a system function: the place in the program that called it */
	bool in_system;
	int depth;
	Mask gone, maybe_gone;  /* threads that returned */
	bool maybe_gone_uniform; /* whole blocks or warps at a time */
	Object *result;         /* what is returned, or NULL */
	Exits *exits;
	VEC(Binding) bound;
	VEC(Object *) owned;
	VEC(Object *) temps;    /* what calls returned: they go with the statement */
	ArenaMark mark;         /* of Eval.stack, when it was entered */
} Frame;

struct Eval;
/* What a launch that was reached is given; valid during the call. */
typedef void LaunchSink(void *data, struct Eval *ev, const Expr *site, const LaunchShape *shape);

/* What only the evaluation of host code has. */
typedef struct Host {
	LaunchSink *on_launch;
	void *data;
	const bool *reaches;    /* by Func.id: from there a launch is reached */
	int n_reaches;
	bool is_main;           /* the program starts here: its variables hold what they are initialised with */
	int64_t launches;       /* that were reached … */
	int64_t fresh;          /* … and that were new … */
	int64_t blockless;      /* … and whose block is not known */
	bool ended;             /* a function that does not return was called */
	VEC(SymNumber) known;   /* in the branches of branches that are being run */
	Substitution *substitution; /* with them … */
	Substitution *path_substitution; /* … and with what else is taken for one way to a launch */
	int64_t split_budget;   /* that the two may still take: below 0 no launch is taken apart … */
	int64_t retry_threshold; /* … and below this none that only repeated itself of late */
	unsigned char *no_progress; /* by Expr.id of a launch: how often in a row it brought nothing new */
	bool cut;               /* one was not, for that */
} Host;

struct Sinking;
typedef struct Eval {
	Arena *arena;           /* results */
	Arena *scratch;         /* values of the statement being run */
	Arena *stack;           /* lists of the frames: only the innermost one's grow */
	const Unit *unit;
	const Arch *arch;       /* that of the unit */
	const LaunchShape *launch;
	ValueCtx ctx;
	Memory mem;
	Flow flow;
	Frame *frame;
	Object **object_of;     /* by Var.id: the visible instance */
	Object **func_object;   /* by Func.id */
	int n_func_objects;
	unsigned char *loop_traits; /* by Stmt.id (traits.h) */
	int *loop_trip_count,
		*loop_size; /* the same (unroll.c): one more than its iterations, and operations of an iteration; 0: not known yet */
	void **touched;         /* the same */
	Sym float_sym;          /* stands for every float that is the same in all threads: such values are never compared */
	struct Recorder *recorder;
	struct SharedPlaces *places; /* shared_place.h; NULL until it is asked for */
	struct KnownAligns *known_aligns;
	int64_t iteration, n_iterations; /* Access.iteration, and how many there were */
	int before_loop;        /* Access.before */
	int64_t basic_block;    /* Access.basic_block */
	struct Sinking *sinking; /* of the innermost condition that is being run (sink.h); NULL: none */
	Arena *sinking_arena;   /* what they keep; NULL until there is something */
	bool forms_uncertain;   /* forms (form.h) may claim too much here */
	const Expr *discarded;  /* the expression whose value nobody uses */
	Suspects *suspects;     /* NULL: nobody asks */
	Watch *watch;           /* NULL: nobody asks */
	int trial;              /* > 0: a trial run, nothing is recorded */
	int unsequenced;        /* > 0: the order of statements is not known, nor then what is stored */
	int64_t ops, max_ops;
	int depth;              /* of expressions and statements, against the C stack */
	const char *failed;
	Loc failed_loc;
	struct Assumed *assumed; /* NULL: nothing is */
	VEC(Refuted) refuted;    /* of it */
	bool in_test;            /* of a loop */
	bool runs_all;           /* also what is idle (ir/idle.h) */
	bool is_host;
	Host *host;             /* NULL: is_host is false */
} Eval;

/* --- set-up (eval.c) ---------------------------------------------------------------------------- */
void eval_begin(Eval *ev, Arena *arena, const Unit *unit, const int block[3]);
void eval_end(Eval *ev);
/* An argument of which nothing is known but what was put there before. */
void eval_read_argument(Eval *ev, Object *object, const Type *type);
Value eval_builtin(Eval *ev, BuiltinVar which, int dim); /* as the launch says */

/* --- on the way ---------------------------------------------------------------------------------- */
bool eval_stopped(const Eval *ev);
void eval_fail(Eval *ev, const char *why, Loc loc);
Value eval_unknown_value(Eval *ev, bool uniform, bool per_warp, Reason reason, Loc loc);
static inline Loc expr_loc(const Expr *e)
{
	return e->range.begin;
}

#endif
