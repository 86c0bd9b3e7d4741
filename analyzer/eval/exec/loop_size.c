#include "eval/exec/unroll_impl.h"

#include "eval/exec/widen.h"
#include "ir/constant.h"
#include "ir/place.h"
#include "ir/size.h"
#include "ir/walk.h"

enum {
	COPIES_GUESSED = 16, /* with #pragma unroll: of an inner loop whose trip count is not a number here */
	MAX_DEPTH = 64, /* of calls: CuTe's go 20 deep … */
	MAX_CALLS = 4096, /* … and in all, while an iteration is measured: recursion would have no end */
};

/* A call that is being measured, and the one around it. */
typedef struct Measured {
	const struct Measured *outer;
	const Expr *call;
	const Func *func;
	int depth;
} Measured;

typedef struct Size {
	Eval *ev;
	const Stmt *outer; /* the loop whose iteration is measured */
	int64_t sum;
	const Measured *in; /* NULL: the loop itself */
	int calls; /* that were measured */
	bool nested; /* an inner loop's trip count depends on the outer loop's iteration */
} Size;

static void measure(Size *size, const Stmt *s);

/* A value of local variables that no iteration changes: nvcc computes it before the loop. */
static bool is_invariant(const Size *size, const Expr *e)
{
	switch (e->kind) {
	case EX_INT:
	case EX_FLOAT:
	case EX_ADDR:
		return true;
	case EX_LOAD: {
		const Expr *from = e->arg[0];
		while (from->kind == EX_PTRADD || from->kind == EX_CAST)
			from = from->arg[0];
		return from->kind == EX_ADDR && place_is_threads_own(e->arg[0]) && is_invariant(size, e->arg[0]) &&
		       (from->var->kind == VAR_BUILTIN || !stmt_stores(size->ev, size->outer, from->var));
	}
	case EX_BINARY:
	case EX_UNARY:
	case EX_CAST:
	case EX_PTRADD:
		for (int i = 0; i < e->n_args; i++)
			if (!is_invariant(size, e->arg[i]))
				return false;
		return true;
	default:
		return false;
	}
}

/* The function that an expression is, also by way of parameters; NULL: not known.  CuTe gives the instruction to be unrolled to what
 * takes registers apart for it. */
static const Func *function_of(const Measured *in, const Expr *e)
{
	e = expr_without_casts(e);
	if (e->kind == EX_FUNC)
		return e->func;
	if (!in || e->kind != EX_LOAD || e->arg[0]->kind != EX_ADDR)
		return NULL;
	for (int i = 0; i < in->func->n_params && i < in->call->n_args; i++)
		if (in->func->params[i] == e->arg[0]->var)
			return function_of(in->outer, in->call->arg[i]);
	return NULL;
}

static int64_t size_of_call(Size *size, const Expr *e)
{
	const Func *func = e->func ? e->func : function_of(size->in, e->callee);
	const int depth = size->in ? size->in->depth + 1 : 0;
	if (func && func->body && depth < MAX_DEPTH && size->calls < MAX_CALLS) {
		const Measured in = { size->in, e, func, depth };
		size->calls++;
		size->in = &in;
		measure(size, func->body);
		size->in = in.outer;
		return size_of_expr(e);
	}
	return size_of_unseen(func);
}

/* nvcc computes it before the loop. */
static bool is_before_loop(const Size *size, const Expr *e)
{
	if (e->kind == EX_PTRADD)
		return is_invariant(size, e->arg[1]);
	return (e->kind == EX_BINARY || e->kind == EX_UNARY) && is_invariant(size, e);
}

static void note_size(void *data, const Expr *e)
{
	Size *size = data;
	int64_t folded;
	if (expr_constant(e, &folded))
		return;
	if (e->kind == EX_CALL)
		size->sum += size_of_call(size, e);
	else if (!is_before_loop(size, e))
		size->sum += size_of_expr(e);
}

static bool steps_by_factor(const Stmt *loop)
{
	const Expr *value = loop->step && loop->step->kind == EX_STORE ? loop->step->arg[1] : NULL;
	while (value && value->kind == EX_CAST)
		value = value->arg[0];
	return value && value->kind == EX_BINARY &&
	       (value->op == OP_MUL || value->op == OP_DIV || value->op == OP_SHL || value->op == OP_SHR);
}

/* The copies of an inner loop's body in an iteration of the outer one. */
static int64_t copies_of(Size *size, const Stmt *loop)
{
	CountNames names = trip_count_names(loop, loop->init);
	bool depends = names.too_many;
	for (int i = 0; i < names.n && !depends; i++)
		depends = !init_sets(loop->init, names.at[i]) && stmt_stores(size->ev, size->outer, names.at[i]);
	if (loop->unroll == 1)
		return 1;
	const int64_t open = unroll_is_asked(size->outer) ? COPIES_GUESSED : SIZE_UNKNOWN;
	if (depends) {
		size->nested = true;
		return steps_by_factor(loop) ? 1 : open;
	}
	int trip_count = trip_count_of(size->ev, loop, loop->init);
	return trip_count >= 0 ? trip_count : open;
}

static void note_inner(void *data, const Stmt *s)
{
	Size *size = data;
	size->sum += size_of_stmt(s);
	if (s->kind != ST_LOOP)
		return;
	int64_t copies = copies_of(size, s), before = size->sum;
	if (copies >= SIZE_UNKNOWN || before >= SIZE_UNKNOWN) {
		size->sum = SIZE_UNKNOWN;
		return;
	}
	/* The walk itself counts the body once. */
	measure(size, s->body);
	size->sum = before + (size->sum - before) * (copies - 1) + 3 * copies;
}

static void measure(Size *size, const Stmt *s)
{
	Walk walk = { .expr = note_size, .stmt = note_inner, .data = size };
	walk_stmt(&walk, s);
	if (size->sum > SIZE_UNKNOWN)
		size->sum = SIZE_UNKNOWN;
}

int size_of_iteration(Eval *ev, const Stmt *loop, bool *nested)
{
	Size size = { .ev = ev, .outer = loop };
	int *held = &ev->loop_size[loop->id];
	if (!*held) {
		measure(&size, loop->body);
		*held = size.nested ? -(int)size.sum - 3 : (int)size.sum + 3;
	}
	*nested = *held < 0;
	return *nested ? -*held : *held;
}
