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
	UNROLLED_SIZE = 700,
	STAYS_SIZE = 1600,
	COPIES_SIZE = 256,      /* of all copies in a loop that stays: NVVM makes as many as have less than about 300 operations … */
	MOST_COPIES = 16,       /* … a power of two that divides the trip count … */
	RUNTIME_COPIES = 4,     /* … or this many if that is not known */
	UNROLLED_NESTED = 300,  /* if an inner loop's trip count is known only once the outer one is unrolled */
	UNROLLED_PRAGMA = 100000, /* with #pragma unroll; nvcc unrolled all of 40 up to 109,000, and not 200,000 */
	COPIES_GUESSED = 16, /* with #pragma unroll: of an inner loop whose trip count is perhaps known; what it may be changes nothing */
	MOST_SIZE = 10000, /* larger loops are never unrolled without #pragma unroll */
	SIZE_UNKNOWN = 1 << 20,
	MAX_DEPTH = 64, /* of calls: CuTe's go 20 deep … */
	MAX_CALLS = 4096, /* … and in all, while an iteration is measured: recursion would have no end */
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

static bool are_named(const PragmaNames *names, const Var *var)
{
	for (int i = 0; i < names->n; i++)
		if (names->at[i] == var)
			return true;
	return names->too_many;
}

/* What a part of the step reads, if it sets what is named. */
static void note_step(PragmaNames *names, const Expr *step)
{
	if (step->kind == EX_COMMA) {
		note_step(names, step->arg[0]);
		note_step(names, step->arg[1]);
		return;
	}
	const bool sets_another = step->kind == EX_STORE && step->arg[0]->kind == EX_ADDR && !are_named(names, step->arg[0]->var);
	Walk walk = { .expr = note_name, .data = names };
	if (!sets_another)
		walk_expr(&walk, step);
}

/* What the trip count depends on: variables of the init (NULL: it was run), of the test, and those that the step reads to set them.  In
 * `i < 2; i++, n--` that is `i` alone. */
static PragmaNames names_of(const Stmt *loop, const Stmt *init)
{
	PragmaNames names = { .n = 0 };
	Walk walk = { .expr = note_name, .data = &names };
	walk_stmt(&walk, init);
	walk_expr(&walk, loop->expr);
	for (int n = -1; loop->step && names.n > n && !names.too_many;) {
		n = names.n;
		note_step(&names, loop->step);
	}
	return names;
}

typedef struct LoopExits {
	bool leaves;     /* by a break or a return */
	bool is_unknown; /* by what is not understood */
} LoopExits;

static void note_leaving(void *data, const Stmt *s)
{
	LoopExits *exits = data;
	exits->leaves = exits->leaves || s->kind == ST_BREAK || s->kind == ST_RETURN;
	exits->is_unknown = exits->is_unknown || s->kind == ST_UNKNOWN;
}

static LoopExits exits_of(const Stmt *loop)
{
	LoopExits exits = { false, false };
	Walk body = { .stmt = note_leaving, .data = &exits };
	walk_stmt(&body, loop->body);
	return exits;
}

static bool has_pragma(const Stmt *loop)
{
	return loop->unroll == UNROLL_ALL || loop->unroll > 1;
}

/* The test and the step alone determine the trip count: the body neither leaves the loop nor changes a variable of theirs.  With #pragma
 * unroll it may leave it: nvcc made all copies of 72 such loops (docs/developers/compiler.md). */
static bool counts_itself(Eval *ev, const Stmt *loop)
{
	if (loop->is_do || !loop->expr || !loop->step || !loop->body || loop_has(ev, loop, LOOP_TEST_HAS_EFFECTS))
		return false;
	const LoopExits exits = exits_of(loop);
	bool otherwise = exits.is_unknown || (exits.leaves && !has_pragma(loop));
	PragmaNames names = names_of(loop, NULL);
	for (int i = 0; i < names.n && !otherwise; i++)
		otherwise = stmt_stores(ev, loop->body, names.at[i]);
	return !names.too_many && !otherwise;
}

typedef enum Known { KNOWN_TO_NVCC, KNOWN_HERE /* in this launch, alike in all threads */ } Known;

/* Whether the loop goes on; an undecided test is a value of TRIP_COUNT_…, which is negative. */
static int goes_on(Eval *ev, const Stmt *loop, Known known)
{
	const Cond c = eval_cond(ev, loop->expr);
	if (known == KNOWN_TO_NVCC)
		return c.folds ? !mask_empty(&c.yes) : c.may_fold ? TRIP_COUNT_MAYBE_KNOWN : TRIP_COUNT_UNKNOWN;
	if (mask_subset(&ev->flow.may_execute, &c.yes))
		return true;
	return mask_subset(&ev->flow.may_execute, &c.no) ? false : TRIP_COUNT_UNKNOWN;
}

/* Runs the test and the step without the body, and counts. */
static int run_ahead(Eval *ev, const Stmt *loop, Known known)
{
	for (int n = 0; n <= MOST_ITERATIONS; n++) {
		ArenaMark mark = arena_mark(ev->scratch);
		const int more = goes_on(ev, loop, known);
		if (more > 0)
			eval_expr(ev, loop->step);
		arena_release(ev->scratch, mark);
		if (more <= 0)
			return more < 0 ? more : n;
	}
	return TRIP_COUNT_MANY;
}

/* The trip count; nothing that is run has an effect.  init: to be run before, or NULL: it was. */
static int count_iterations(Eval *ev, const Stmt *loop, const Stmt *init, Known known)
{
	Journal journal;
	if (!journal_begin(&ev->mem, &journal))
		return TRIP_COUNT_MAYBE_KNOWN;
	Flow flow = ev->flow;
	ev->trial++;
	if (init)
		eval_stmt(ev, init);
	int trip_count = run_ahead(ev, loop, known);
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
	PragmaNames names = names_of(loop, loop->init);
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
	int trip_count = counts_itself(ev, loop) ? count_iterations(ev, loop, init, KNOWN_TO_NVCC) : TRIP_COUNT_MAYBE_KNOWN;
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
		return 1;
	}
	if (!func || !func->is_system)
		return SIZE_UNKNOWN;
	return func_is_straight(func) ? 2 : 40;
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
	case EX_ASM: /* by nvcc's PTX of loops of one to five instructions: 3 to 8, whatever the operands */
		size->sum += 1 + 2 * (int64_t)e->asm_block->n_instrs;
		break;
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
	PragmaNames names = names_of(loop, loop->init);
	bool depends = names.too_many;
	for (int i = 0; i < names.n && !depends; i++)
		depends = !is_set_by(loop->init, names.at[i]) && stmt_stores(size->ev, size->outer, names.at[i]);
	if (loop->unroll == 1)
		return 1;
	const int64_t open = has_pragma(size->outer) ? COPIES_GUESSED : SIZE_UNKNOWN;
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

/* --- copies in a loop that stays ---------------------------------------------------------------------- */

static Unrolled stays(Unrolling kind)
{
	return (Unrolled){ .kind = kind };
}

static Unrolled with_copies(int copies, bool is_certain, int first, int end)
{
	return copies < 2 ? stays(UNROLLING_PARTIAL)
			  : (Unrolled){ .kind = UNROLLING_PARTIAL, .copies = copies, .is_certain = is_certain, .first = first, .end = end };
}

static int copies_by_size(Eval *ev, const Stmt *loop, int most)
{
	bool nested;
	const int64_t size = size_of_iteration(ev, loop, &nested);
	while (most > 1 && (nested || most * size > COPIES_SIZE))
		most /= 2;
	return most;
}

/* A loop whose trip count nvcc knows. */
static Unrolled partly_unrolled(Eval *ev, const Stmt *loop, int trip_count)
{
	int copies = copies_by_size(ev, loop, MOST_COPIES);
	while (trip_count % copies)
		copies /= 2;
	return with_copies(copies, false, 0, trip_count);
}

/* By `#pragma unroll 4`. */
static Unrolled unrolled_by(Eval *ev, const Stmt *loop, int trip_count)
{
	bool nested;
	if (loop->unroll <= 1 || loop->unroll * (int64_t)size_of_iteration(ev, loop, &nested) > UNROLLED_PRAGMA)
		return stays(UNROLLING_UNKNOWN);
	Unrolled unrolled = with_copies(loop->unroll, true, 0, trip_count);
	unrolled.exit = trip_count % loop->unroll;
	return unrolled;
}

static bool is_power_of_two(int64_t n)
{
	return n > 0 && !(n & (n - 1));
}

static void note_memory(void *data, const Expr *e)
{
	if (e->kind == EX_LOAD && !is_own(e->arg[0]))
		*(bool *)data = true;
}

/* NVVM finds the trip count before the loop, by no division: `i < n`, with a step that is a power of two.  (Of `i <= n` without a sign it
 * does not know that the loop ends.) */
static bool is_countable(const Stmt *loop)
{
	int64_t by;
	bool reads_memory = false;
	Walk walk = { .expr = note_memory, .data = &reads_memory };
	const Expr *test = expr_without_casts(loop->expr),
		   *step = loop->step->kind == EX_STORE ? expr_without_casts(loop->step->arg[1]) : NULL;
	const bool adds = step && (step->kind == EX_PTRADD || (step->kind == EX_BINARY && (step->op == OP_ADD || step->op == OP_SUB)));
	if (!adds || test->kind != EX_BINARY || !expr_constant(step->arg[1], &by))
		return false;
	if (step->kind == EX_PTRADD)
		by = (int64_t)((uint64_t)by * (uint64_t)step->scale);
	const Type *compared = expr_without_casts(test->arg[0])->type;
	if ((test->op == OP_LE || test->op == OP_GE) && !(compared->kind == TY_INT && compared->is_signed))
		return false;
	walk_expr(&walk, test);
	return !reads_memory && (is_power_of_two(by) || is_power_of_two(-by));
}

/* The loop's counter begins with a number: iterations that are left over come behind the loop, else before it. */
static bool begins_with_number(Eval *ev, const Stmt *loop)
{
	const Expr *to = loop->step->arg[0];
	Object *object = to->kind == EX_ADDR ? ev->object_of[to->var->id] : NULL;
	const Cell *cell = object ? content_find(&object->content, 0, (int)to->var->type->size) : NULL;
	return cell && form_is_const(&cell->stored->v.form);
}

/* A loop whose trip count only the launch tells. */
static Unrolled unrolled_at_run_time(Eval *ev, const Stmt *loop)
{
	if (ev->unit->is_compiled || loop->unroll == UNROLL_SOME || !counts_itself(ev, loop) || !is_countable(loop) ||
	    exits_of(loop).leaves)
		return stays(UNROLLING_PARTIAL);
	bool nested;
	const int copies = loop->unroll > 0 ? loop->unroll : copies_by_size(ev, loop, RUNTIME_COPIES);
	if (copies * (int64_t)size_of_iteration(ev, loop, &nested) > UNROLLED_PRAGMA)
		return stays(UNROLLING_PARTIAL);
	const int trip_count = copies > 1 ? count_iterations(ev, loop, NULL, KNOWN_HERE) : TRIP_COUNT_UNKNOWN;
	if (trip_count < 0)
		return stays(UNROLLING_PARTIAL);
	const int rest = trip_count % copies;
	/* In another loop those left over are copies, too, each behind a test, whose loads ptxas merges nevertheless. */
	if (rest && ev->mem.storage.regions.n > 0)
		return stays(UNROLLING_PARTIAL);
	if (begins_with_number(ev, loop))
		return with_copies(copies, loop->unroll > 0, 0, trip_count - rest);
	return rest ? stays(UNROLLING_PARTIAL) : with_copies(copies, loop->unroll > 0, 0, trip_count);
}

/* --- what nvcc does --------------------------------------------------------------------------------- */

Unrolled unroll_predict(Eval *ev, const Stmt *loop)
{
	if (!ev->recorder)
		return stays(UNROLLING_FULL); /* host code: not needed */
	if (loop->unroll == 1)
		return stays(UNROLLING_NONE);
	int trip_count = trip_count_of(ev, loop, NULL);
	if (trip_count == TRIP_COUNT_MAYBE_KNOWN)
		return stays(may_be_known(ev, loop) ? UNROLLING_UNKNOWN : UNROLLING_PARTIAL);
	if (trip_count == TRIP_COUNT_UNKNOWN)
		return unrolled_at_run_time(ev, loop);
	if (trip_count < 0)
		return stays(UNROLLING_PARTIAL);
	bool nested;
	int64_t size = (int64_t)trip_count * size_of_iteration(ev, loop, &nested);
	if (loop->unroll == UNROLL_ALL || loop->unroll >= trip_count)
		return stays(size <= UNROLLED_PRAGMA ? UNROLLING_FULL : UNROLLING_UNKNOWN);
	if (loop->unroll)
		return unrolled_by(ev, loop, trip_count);
	if (size <= (nested ? UNROLLED_NESTED : UNROLLED_SIZE))
		return stays(UNROLLING_FULL);
	if (ev->unit->is_compiled) /* NVVM has made its copies */
		return stays(size > MOST_SIZE ? UNROLLING_PARTIAL : UNROLLING_UNKNOWN);
	if (size > MOST_SIZE || (size > STAYS_SIZE && !nested))
		return partly_unrolled(ev, loop, trip_count);
	return stays(UNROLLING_UNKNOWN);
}
