#include "eval/exec/unroll.h"

#include "eval/exec/widen.h"
#include "eval/exec/traits.h"
#include "ir/library.h"
#include "ir/constant.h"
#include "ir/walk.h"

/* Sizes are counts of operations, close to those of LLVM's unroller: of 1,700 random loops with a known trip count nvcc unrolled all
 * with less than 720 operations, and none with more than 1440 (docs/developers/compiler.md). */
enum {
	MOST_ITERATIONS = 1024,
	UNROLLED_SIZE = 650,
	UNROLLED_NESTED = 300,  /* if an inner loop's trip count is known only once the outer one is unrolled */
	UNROLLED_PRAGMA = 20000, /* with #pragma unroll; nvcc unrolled all of 40, up to 109,000 */
	MOST_SIZE = 10000,      /* larger loops are never unrolled without #pragma unroll */
	SIZE_UNKNOWN = 1 << 20,
	MAX_CALLS = 8,
};

/* Values of a trip count that is not a number.  MANY: more than MOST_ITERATIONS. */
enum { TRIP_COUNT_MANY = -1, TRIP_COUNT_MAYBE_KNOWN = -2, TRIP_COUNT_UNKNOWN = -3 };

/* --- the trip count ------------------------------------------------------------------------------------- */

typedef struct PragmaNames {
	const Var *at[8];
	int n;
	bool too_many;
} PragmaNames;

static void note_name(void *data, const Expr *e)
{
	PragmaNames *names = data;
	if (e->kind != EX_ADDR)
		return;
	for (int i = 0; i < names->n; i++)
		if (names->at[i] == e->var)
			return;
	if (names->n == 8)
		names->too_many = true;
	else
		names->at[names->n++] = e->var;
}

static PragmaNames names_of(const Stmt *init, const Expr *test, const Expr *step)
{
	PragmaNames names = { .n = 0 };
	Walk walk = { .expr = note_name, .data = &names };
	walk_stmt(&walk, init);
	walk_expr(&walk, test);
	walk_expr(&walk, step);
	return names;
}

static void note_leaving(void *data, const Stmt *s)
{
	if (s->kind == ST_BREAK || s->kind == ST_RETURN || s->kind == ST_UNKNOWN)
		*(bool *)data = true;
}

/* The test and the step alone determine the trip count: the body neither leaves the loop nor changes a variable of theirs. */
static bool counts_itself(Eval *ev, const Stmt *loop)
{
	bool leaves = false;
	Walk body = { .stmt = note_leaving, .data = &leaves };
	if (loop->is_do || !loop->expr || !loop->step || !loop->body || loop_has(ev, loop, LOOP_TEST_HAS_EFFECTS))
		return false;
	walk_stmt(&body, loop->body);
	PragmaNames names = names_of(NULL, loop->expr, loop->step);
	for (int i = 0; i < names.n && !leaves; i++)
		leaves = stmt_stores(ev, loop->body, names.at[i]);
	return !names.too_many && !leaves;
}

/* Runs the test and the step without the body, and counts. */
static int run_ahead(Eval *ev, const Stmt *loop)
{
	for (int n = 0; n <= MOST_ITERATIONS; n++) {
		ArenaMark mark = arena_mark(ev->scratch);
		Cond c = eval_cond(ev, loop->expr);
		bool more = c.folds && !mask_empty(&c.yes);
		if (more)
			eval_expr(ev, loop->step);
		arena_release(ev->scratch, mark);
		if (!c.folds)
			return c.may_fold ? TRIP_COUNT_MAYBE_KNOWN : TRIP_COUNT_UNKNOWN;
		if (!more)
			return n;
	}
	return TRIP_COUNT_MANY;
}

/* The trip count; nothing that is run has an effect.  init: to be run before, or NULL: it was. */
static int count_iterations(Eval *ev, const Stmt *loop, const Stmt *init)
{
	Journal journal;
	if (!journal_begin(&ev->mem, &journal))
		return TRIP_COUNT_MAYBE_KNOWN;
	Flow flow = ev->flow;
	ev->trial++;
	if (init)
		eval_stmt(ev, init);
	int trip_count = run_ahead(ev, loop);
	ev->trial--;
	ev->flow = flow;
	journal_pause(&ev->mem, &journal);
	journal_swap(&ev->mem, &journal);
	journal_end(&ev->mem, &journal);
	return trip_count;
}

static bool is_set_by(const Stmt *init, const Var *var)
{
	if (!init)
		return false;
	if (init->kind == ST_DECL)
		return init->var == var;
	for (int i = 0; i < init->n_items; i++)
		if (is_set_by(init->items[i], var))
			return true;
	return false;
}

/* The trip count is the same every time: test and step name only variables that the loop's init sets. */
static bool is_self_contained(const Stmt *loop)
{
	PragmaNames names = names_of(loop->init, loop->expr, loop->step);
	bool alone = !names.too_many;
	for (int i = 0; i < names.n && alone; i++)
		alone = is_set_by(loop->init, names.at[i]);
	return alone;
}

static int trip_count_of(Eval *ev, const Stmt *loop, const Stmt *init)
{
	int *held = &ev->loop_trip_count[loop->id];
	if (*held > 0)
		return *held - 1;
	int trip_count = counts_itself(ev, loop) ? count_iterations(ev, loop, init) : TRIP_COUNT_MAYBE_KNOWN;
	if (trip_count >= 0 && is_self_contained(loop))
		*held = trip_count + 1;
	return trip_count;
}

int constant_trip_count(const Eval *ev, const Stmt *loop)
{
	return ev->loop_trip_count[loop->id] - 1;
}

/* Whether nvcc may know the trip count of a loop whose body influences it: not if the first test depends on runtime values. */
static bool may_be_known(Eval *ev, const Stmt *loop)
{
	if (!loop->expr || loop_has(ev, loop, LOOP_TEST_HAS_EFFECTS))
		return true;
	Cond c = eval_cond(ev, loop->expr);
	return c.folds || c.may_fold;
}

/* --- the size of an iteration ---------------------------------------------------------------------------- */

typedef struct Size {
	Eval *ev;
	const Stmt *outer;  /* the loop whose iteration is measured */
	int64_t sum;
	int calls;          /* depth of the calls that are being measured */
	bool nested;        /* an inner loop's trip count depends on the outer loop's iteration */
} Size;

static void measure(Size *size, const Stmt *s);

static bool is_own(const Expr *address)
{
	while (address->kind == EX_PTRADD || address->kind == EX_CAST)
		address = address->arg[0];
	VarKind kind = address->kind == EX_ADDR ? address->var->kind : VAR_GLOBAL;
	return kind == VAR_LOCAL || kind == VAR_PARAM || kind == VAR_BUILTIN;
}

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
		return from->kind == EX_ADDR && is_own(e->arg[0]) && is_invariant(size, e->arg[0]) &&
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

static int64_t size_of_call(Size *size, const Expr *e)
{
	if (e->func && e->func->body && size->calls < MAX_CALLS) {
		size->calls++;
		measure(size, e->func->body);
		size->calls--;
		return 1;
	}
	if (!e->func || !e->func->is_system)
		return SIZE_UNKNOWN;
	return func_is_straight(e->func) ? 2 : 40;
}

static void note_size(void *data, const Expr *e)
{
	Size *size = data;
	int64_t folded;
	if (expr_constant(e, &folded))
		return;
	switch (e->kind) {
	case EX_LOAD:
	case EX_STORE:
		size->sum += !is_own(e->arg[0]);
		break;
	case EX_COPY:
		size->sum += 4;
		break;
	case EX_BINARY:
	case EX_UNARY:
		if (!is_invariant(size, e))
			size->sum += e->type->kind == TY_FLOAT && e->op == OP_DIV ? 8 : 1;
		break;
	case EX_PTRADD: /* an index of 32 bits is converted to 64 bits first */
		size->sum += e->arg[1]->kind == EX_INT || is_invariant(size, e->arg[1]) ? 0 : e->arg[1]->type->size < 8 ? 2 : 1;
		break;
	case EX_COND:
	case EX_LAND:
	case EX_LOR:
	case EX_INTRINSIC:
		size->sum += 2;
		break;
	case EX_CALL:
		size->sum += size_of_call(size, e);
		break;
	case EX_ASM:
	case EX_UNKNOWN:
		size->sum += SIZE_UNKNOWN;
		break;
	default:
		break;
	}
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
	PragmaNames names = names_of(loop->init, loop->expr, loop->step);
	bool depends = names.too_many;
	for (int i = 0; i < names.n && !depends; i++)
		depends = !is_set_by(loop->init, names.at[i]) && stmt_stores(size->ev, size->outer, names.at[i]);
	if (loop->unroll == 1)
		return 1;
	if (depends) {
		size->nested = true;
		return steps_by_factor(loop) ? 1 : SIZE_UNKNOWN;
	}
	int trip_count = trip_count_of(size->ev, loop, loop->init);
	return trip_count >= 0 ? trip_count : SIZE_UNKNOWN;
}

static void note_inner(void *data, const Stmt *s)
{
	Size *size = data;
	if (s->kind == ST_IF || s->kind == ST_SWITCH)
		size->sum += 2;
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

static int size_of_iteration(Eval *ev, const Stmt *loop, bool *nested)
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

/* --- what nvcc does --------------------------------------------------------------------------------- */

Unrolling unroll_predict(Eval *ev, const Stmt *loop)
{
	if (!ev->recorder)
		return UNROLLING_FULL; /* host code: not needed */
	if (loop->unroll == 1)
		return UNROLLING_NONE;
	int trip_count = trip_count_of(ev, loop, NULL);
	if (trip_count == TRIP_COUNT_MAYBE_KNOWN)
		return may_be_known(ev, loop) ? UNROLLING_UNKNOWN : UNROLLING_PARTIAL;
	if (trip_count < 0)
		return UNROLLING_PARTIAL;
	bool nested;
	int64_t size = (int64_t)trip_count * size_of_iteration(ev, loop, &nested);
	if (loop->unroll)
		return (loop->unroll == UNROLL_ALL || loop->unroll >= trip_count) && size <= UNROLLED_PRAGMA ? UNROLLING_FULL
													     : UNROLLING_UNKNOWN;
	if (size <= (nested ? UNROLLED_NESTED : UNROLLED_SIZE))
		return UNROLLING_FULL;
	return size > MOST_SIZE ? UNROLLING_PARTIAL : UNROLLING_UNKNOWN;
}
