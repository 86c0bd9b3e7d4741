#include "eval/exec/unroll_impl.h"

#include "ir/constant.h"
#include "ir/place.h"
#include "ir/size.h"
#include "ir/walk.h"

/* Counts of operations (size_of_iteration()). */
enum {
	UNROLLED_SIZE = 700,
	STAYS_SIZE = 1600,
	COPIES_SIZE = 256,      /* of all copies in a loop that stays: NVVM makes as many as have less than about 300 operations … */
	MOST_COPIES = 16,       /* … a power of two that divides the trip count … */
	RUNTIME_COPIES = 4,     /* … or this many if that is not known */
	UNROLLED_NESTED = 300,  /* if an inner loop's trip count is known only once the outer one is unrolled */
	MOST_SIZE = 10000, /* larger loops are never unrolled without #pragma unroll */
};

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
	if (e->kind == EX_LOAD && !place_is_threads_own(e->arg[0]))
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

/* init: to be run before, or NULL: it was. */
static Unrolled predict(Eval *ev, const Stmt *loop, const Stmt *init)
{
	if (!ev->recorder)
		return stays(UNROLLING_FULL); /* host code: not needed */
	if (loop->unroll == 1)
		return stays(UNROLLING_NONE);
	int trip_count = trip_count_of(ev, loop, init);
	if (trip_count == TRIP_COUNT_MAYBE_KNOWN)
		return stays(trip_count_may_be_known(ev, loop) ? UNROLLING_UNKNOWN : UNROLLING_PARTIAL);
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

Unrolled unroll_predict(Eval *ev, const Stmt *loop)
{
	return predict(ev, loop, NULL);
}

typedef struct InnerLoops {
	Eval *ev;
	const Stmt *outer;
	bool all;
} InnerLoops;

static void note_loop(void *data, const Stmt *s)
{
	InnerLoops *inner = data;
	if (s->kind == ST_LOOP && inner->all)
		inner->all = predict(inner->ev, s, s == inner->outer ? NULL : s->init).kind == UNROLLING_FULL;
}

bool unroll_all(Eval *ev, const Stmt *loop)
{
	InnerLoops inner = { ev, loop, true };
	Walk walk = { .stmt = note_loop, .data = &inner };
	walk_stmt(&walk, loop);
	return inner.all;
}
