/* Host functions that may return before their end, and loops: `if (n < 64) return 64; return 256;`, `while (t < n && t < 256) t *= 2;`.
 *
 * They are run once for each way that their conditions may go, so that each run returns, leaves its loops or ends the program
 * for certain; then the runs are joined, condition by condition, as branches are.  Ways on which the program ends drop out. */
#include "eval/exec/exec.h"

#include <string.h>

#include "eval/exec/traits.h"
#include "ir/walk.h"

enum { MAX_PATHS = 32, MAX_DECISIONS = 16, PATH_OPS = 20000 };

typedef struct Decision {
	Value flag;  /* in Paths.arena */
	bool holds;
} Decision;

typedef struct Path {
	Decision decisions[MAX_DECISIONS];
	Journal journal;  /* the contents at its end */
	bool ended;       /* the program ends */
} Path;

typedef struct Paths {
	Arena *arena;
	Decision trail[MAX_DECISIONS]; /* of the path being run … */
	int n;         /* … decisions that it has reached … */
	int n_given;   /* … and those that are given */
	int64_t ops_end;
	bool given_up;                 /* there are too many */
	VEC(Path *) done;
} Paths;

/* --- one path ------------------------------------------------------------------------------------------- */

void host_decide(Eval *ev, Cond *c)
{
	Paths *paths = ev->is_host ? ev->host->paths : NULL;
	const Mask decided = mask_or(c->yes, c->no);
	if (!paths || ev->trial || paths->given_up || mask_subset(&ev->flow.may_execute, &decided))
		return;
	paths->given_up = paths->n == MAX_DECISIONS || ev->ops > paths->ops_end;
	if (paths->given_up)
		return;
	Decision *decision = &paths->trail[paths->n++];
	const Value flag = c->flag ? *c->flag : value_unknown_uniform(&ev->ctx, c->why, c->loc, NULL, 0, 1);
	if (paths->n > paths->n_given)
		*decision = (Decision){ value_copy(paths->arena, ev->ctx.n_threads, flag), true };
	host_enter_branch(ev, &(Cond){ .flag = &flag }, decision->holds);
	c->yes = decision->holds ? ev->flow.may_execute : mask_none();
	c->no = decision->holds ? mask_none() : ev->flow.may_execute;
}

/* The last decision that can still go the other way, does; false: there is none. */
static bool next_path(Paths *paths)
{
	while (paths->n && !paths->trail[paths->n - 1].holds)
		paths->n--;
	paths->n_given = paths->n;
	if (paths->n)
		paths->trail[paths->n - 1].holds = false;
	return paths->n > 0;
}

static bool run_path(Eval *ev, Paths *paths, BranchBody *body, void *data)
{
	const Flow before = ev->flow;
	const int known = ev->host->known.n;
	Path *path = arena_array(paths->arena, Path, 1);
	if (!journal_begin(&ev->mem, &path->journal))
		return false;
	paths->n = 0;
	ev->host->paths = paths;
	body(ev, data);
	ev->host->paths = NULL;
	journal_pause(&ev->mem, &path->journal);
	journal_swap(&ev->mem, &path->journal);
	vec_push(paths->arena, &paths->done, path);
	path->ended = host_has_ended(ev);
	host_go_on(ev);
	host_leave_branch(ev, known);
	ev->flow = before;
	memcpy(path->decisions, paths->trail, sizeof path->decisions);
	/* Fewer than given: this run was cut short (the budget of operations), so it is not the way it was to be. */
	return !paths->given_up && !ev->failed && paths->n >= paths->n_given;
}

/* --- all of them ---------------------------------------------------------------------------------------- */

/* Paths whose first `depth` decisions are the same. */
typedef struct Subtree {
	const Paths *paths;
	int first, n, depth;
} Subtree;

typedef struct Halves {
	Subtree where[2]; /* the next decision does not hold, or does */
} Halves;

static void join(Eval *ev, Subtree tree);

static void join_first(Eval *ev, void *data)
{
	join(ev, ((const Halves *)data)->where[1]);
}

static void join_second(Eval *ev, void *data)
{
	join(ev, ((const Halves *)data)->where[0]);
}

static void redo(Eval *ev, const Path *path)
{
	for (int i = 0; i < path->journal.n; i++) {
		Content content;
		content_copy(&content, &path->journal.entries[i].before);
		memory_set_content(&ev->mem, path->journal.entries[i].object, content);
	}
	if (path->ended)
		host_end(ev);
}

static void join(Eval *ev, Subtree tree)
{
	Path *const *path = tree.paths->done.at + tree.first;
	if (tree.n == 1) {
		redo(ev, path[0]);
		return;
	}
	int n_yes = 0;
	while (path[n_yes]->decisions[tree.depth].holds)
		n_yes++;
	const Subtree yes = { tree.paths, tree.first, n_yes, tree.depth + 1 };
	const Subtree no = { tree.paths, tree.first + n_yes, tree.n - n_yes, tree.depth + 1 };
	Halves halves = { { no, yes } };
	Value flag = path[0]->decisions[tree.depth].flag;
	eval_branch(ev, (Cond){ .flag = &flag, .why = REASON_BRANCH, .loc = LOC_NONE }, join_first, join_second, &halves);
}

bool host_each_path(Eval *ev, Ways *ways, BranchBody *body, void *data)
{
	Paths paths = { .arena = arena_new(), .ops_end = ev->ops + PATH_OPS };
	bool all;
	do
		all = run_path(ev, &paths, body, data) && paths.done.n < MAX_PATHS;
	while (all && next_path(&paths));
	if (all)
		join(ev, (Subtree){ &paths, 0, paths.done.n, 0 });
	else
		*ways = WAYS_FEW;
	for (int i = 0; i < paths.done.n; i++)
		journal_end(&ev->mem, &paths.done.at[i]->journal);
	arena_free(paths.arena);
	return all;
}

/* --- what is run so --------------------------------------------------------------------------------------- */

static void note_return(void *data, const Stmt *s)
{
	int *returns = data;
	*returns += s->kind == ST_RETURN;
}

static int count_returns(const Stmt *s)
{
	int returns = 0;
	Walk walk = { .stmt = note_return, .data = &returns };
	walk_stmt(&walk, s);
	return returns;
}

static bool may_return_early(const Func *func)
{
	const Stmt *body = func->body, *last = body->kind == ST_BLOCK && body->n_items ? body->items[body->n_items - 1] : NULL;
	return count_returns(body) > (last && last->kind == ST_RETURN);
}

static bool may_enter(const Eval *ev)
{
	return ev->is_host && !ev->host->paths && !ev->trial && ev->ops <= ev->max_ops;
}

Ways *host_ways_of_call(const Eval *ev, const Func *func)
{
	if (!may_enter(ev) || host_reaches(ev, func))
		return NULL;
	Ways *ways = &ev->host->ways_of_call[func->id];
	if (*ways == WAYS_NOT_SEEN)
		*ways = may_return_early(func) ? WAYS_SEVERAL : WAYS_FEW;
	return *ways == WAYS_SEVERAL ? ways : NULL;
}

Ways *host_ways_of_loop(Eval *ev, const Stmt *loop)
{
	if (!may_enter(ev) || loop_has(ev, loop, LOOP_LAUNCHES))
		return NULL;
	Ways *ways = &ev->host->ways_of_loop[loop->id];
	if (*ways == WAYS_NOT_SEEN)
		*ways = count_returns(loop) ? WAYS_FEW : WAYS_SEVERAL;
	return *ways == WAYS_SEVERAL ? ways : NULL;
}
