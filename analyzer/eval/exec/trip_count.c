#include "eval/exec/unroll_impl.h"

#include "eval/exec/traits.h"
#include "eval/exec/widen.h"
#include "ir/walk.h"

enum { MOST_ITERATIONS = 1024 };

static bool are_named(const CountNames *names, const Var *var)
{
	for (int i = 0; i < names->n; i++)
		if (names->at[i] == var)
			return true;
	return names->too_many;
}

static void note_name(void *data, const Expr *e)
{
	CountNames *names = data;
	if (e->kind != EX_ADDR || are_named(names, e->var))
		return;
	if (names->n == 8)
		names->too_many = true;
	else
		names->at[names->n++] = e->var;
}

/* What a part of the step reads, if it sets what is named. */
static void note_step(CountNames *names, const Expr *step)
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

CountNames trip_count_names(const Stmt *loop, const Stmt *init)
{
	CountNames names = { .n = 0 };
	Walk walk = { .expr = note_name, .data = &names };
	walk_stmt(&walk, init);
	walk_expr(&walk, loop->expr);
	for (int n = -1; loop->step && names.n > n && !names.too_many;) {
		n = names.n;
		note_step(&names, loop->step);
	}
	return names;
}

static void note_leaving(void *data, const Stmt *s)
{
	LoopExits *exits = data;
	exits->leaves = exits->leaves || s->kind == ST_BREAK || s->kind == ST_RETURN;
	exits->is_unknown = exits->is_unknown || s->kind == ST_UNKNOWN;
}

LoopExits exits_of(const Stmt *loop)
{
	LoopExits exits = { false, false };
	Walk body = { .stmt = note_leaving, .data = &exits };
	walk_stmt(&body, loop->body);
	return exits;
}

bool unroll_is_asked(const Stmt *loop)
{
	return loop->unroll == UNROLL_ALL || loop->unroll > 1;
}

bool counts_itself(Eval *ev, const Stmt *loop)
{
	if (loop->is_do || !loop->expr || !loop->step || !loop->body || loop_has(ev, loop, LOOP_TEST_HAS_EFFECTS))
		return false;
	const LoopExits exits = exits_of(loop);
	bool otherwise = exits.is_unknown || (exits.leaves && !unroll_is_asked(loop));
	CountNames names = trip_count_names(loop, NULL);
	for (int i = 0; i < names.n && !otherwise; i++)
		otherwise = stmt_stores(ev, loop->body, names.at[i]);
	return !names.too_many && !otherwise;
}

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

int count_iterations(Eval *ev, const Stmt *loop, const Stmt *init, Known known)
{
	Journal journal;
	if (!journal_begin(&ev->mem, &journal))
		return TRIP_COUNT_MAYBE_KNOWN;
	Flow flow = ev->flow;
	/* Of a loop that is not evaluated the count matters, too: it is a part of another one's size. */
	const unsigned char *slice = ev->slice;
	ev->slice = NULL;
	ev->trial++;
	if (init)
		eval_stmt(ev, init);
	int trip_count = run_ahead(ev, loop, known);
	ev->trial--;
	ev->slice = slice;
	ev->flow = flow;
	journal_pause(&ev->mem, &journal);
	journal_swap(&ev->mem, &journal);
	journal_end(&ev->mem, &journal);
	return trip_count;
}

bool init_sets(const Stmt *init, const Var *var)
{
	if (!init)
		return false;
	if (init->kind == ST_DECL)
		return init->var == var;
	for (int i = 0; i < init->n_items; i++)
		if (init_sets(init->items[i], var))
			return true;
	return false;
}

/* The trip count is the same every time: test and step name only variables that the loop's init sets. */
static bool is_self_contained(const Stmt *loop)
{
	CountNames names = trip_count_names(loop, loop->init);
	bool alone = !names.too_many;
	for (int i = 0; i < names.n && alone; i++)
		alone = init_sets(loop->init, names.at[i]);
	return alone;
}

int trip_count_of(Eval *ev, const Stmt *loop, const Stmt *init)
{
	int *held = &ev->loop_trip_count[loop->id];
	if (*held > 0)
		return *held - 1;
	int trip_count = counts_itself(ev, loop) ? count_iterations(ev, loop, init, KNOWN_TO_NVCC) : TRIP_COUNT_MAYBE_KNOWN;
	if (trip_count >= 0 && is_self_contained(loop))
		*held = trip_count + 1;
	return trip_count;
}

bool trip_count_may_be_known(Eval *ev, const Stmt *loop)
{
	if (!loop->expr || loop_has(ev, loop, LOOP_TEST_HAS_EFFECTS))
		return true;
	Cond c = eval_cond(ev, loop->expr);
	return c.folds || c.may_fold;
}

int constant_trip_count(const Eval *ev, const Stmt *loop)
{
	return ev->loop_trip_count[loop->id] - 1;
}
