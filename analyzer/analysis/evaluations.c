#include "analysis/evaluations.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/outline.h"
#include "base/heap.h"
#include "eval/kernel.h"

/* One kernel with one launch.  What is set is not changed again. */
typedef struct Evaluation {
	const LaunchShape *launch; /* NULL: it came to nothing */
	bool is_running;
	struct Suspects *suspects;
	KernelFacts once, tried; /* before and after values are tried (eval/cases); .launch NULL: not known */
} Evaluation;

struct Evaluations {
	const Unit *unit;
	Outlines *outlines;
	pthread_mutex_t lock; /* of the list */
	pthread_cond_t ended; /* one that was running */
	Evaluation **at;
	int n, cap;
};

Evaluations *evaluations_new(const Unit *unit)
{
	Evaluations *evaluations = heap_alloc(1, sizeof *evaluations);
	evaluations->unit = unit;
	evaluations->outlines = outlines_new(unit);
	pthread_mutex_init(&evaluations->lock, NULL);
	pthread_cond_init(&evaluations->ended, NULL);
	return evaluations;
}

void evaluations_free(Evaluations *evaluations)
{
	if (!evaluations)
		return;
	outlines_free(evaluations->outlines);
	pthread_mutex_destroy(&evaluations->lock);
	pthread_cond_destroy(&evaluations->ended);
	free(evaluations->at);
	free(evaluations);
}

/* --- which are the same ---------------------------------------------------------------------------- */

static bool same_args(const LaunchArg *a, const LaunchArg *b, int n)
{
	bool same = true;
	for (int i = 0; i < n && same; i++)
		same = a[i].param == b[i].param && a[i].size == b[i].size && a[i].offset == b[i].offset && a[i].value == b[i].value &&
		       a[i].block_dim == b[i].block_dim && a[i].is_base == b[i].is_base;
	return same;
}

/* Nothing that an evaluation reads differs.  Both are such as may_share(). */
static bool same_launch(const LaunchShape *a, const LaunchShape *b)
{
	return !memcmp(a->block, b->block, sizeof a->block) && !memcmp(a->grid, b->grid, sizeof a->grid) &&
	       a->dynamic_bytes == b->dynamic_bytes && a->from == b->from && (a->loc.file < 0) == (b->loc.file < 0) &&
	       !a->calls == !b->calls && a->has_unknowns == b->has_unknowns && a->n_args == b->n_args && a->n_pointers == b->n_pointers &&
	       same_args(a->args, b->args, a->n_args) && same_args(a->pointers, b->pointers, a->n_pointers);
}

/* Facts of the others name what belongs to their launch or to their run. */
static bool may_share(const LaunchShape *launch, const EvalOptions *options)
{
	return !launch->n_maps && !launch->n_assumptions && !options->digest && !options->runs_all && !options->cuts && !options->remap &&
	       !options->exchange;
}

static bool is_same(const Evaluations *evaluations, const Evaluation *old, const LaunchShape *launch)
{
	return old->launch && same_launch(old->launch, launch) && outlines_same(evaluations->outlines, old->launch->kernel, launch->kernel);
}

/* The first that is the same, once it has ended; NULL: there is none.  With a smaller budget it would have ended before. */
static const Evaluation *first_same(Evaluations *evaluations, const LaunchShape *launch, int64_t hard_ops)
{
	for (int i = 0; i < evaluations->n; i++) {
		const Evaluation *old = evaluations->at[i];
		while (is_same(evaluations, old, launch) && old->is_running)
			pthread_cond_wait(&evaluations->ended, &evaluations->lock);
		if (is_same(evaluations, old, launch) && old->once.ops <= hard_ops)
			return old;
	}
	return NULL;
}

static Evaluation *add(Evaluations *evaluations, Arena *arena, const LaunchShape *launch)
{
	Evaluation *held = arena_new_of(arena, Evaluation);
	*held = (Evaluation){ .launch = launch, .is_running = true };
	if (evaluations->n == evaluations->cap) {
		evaluations->cap = evaluations->cap ? 2 * evaluations->cap : 64;
		evaluations->at = heap_resize(evaluations->at, (size_t)evaluations->cap, sizeof(Evaluation *));
	}
	evaluations->at[evaluations->n++] = held;
	return held;
}

/* One that is the same, copied to *out; or NULL there, and one that begins. */
static Evaluation *find_or_begin(Evaluations *evaluations, Arena *arena, const LaunchShape *launch, int64_t hard_ops, Evaluation *out)
{
	pthread_mutex_lock(&evaluations->lock);
	const Evaluation *old = first_same(evaluations, launch, hard_ops);
	*out = old ? *old : (Evaluation){ 0 };
	Evaluation *own = old ? NULL : add(evaluations, arena, launch);
	pthread_mutex_unlock(&evaluations->lock);
	return own;
}

static void end(Evaluations *evaluations, Evaluation *own, const Evaluation *ended)
{
	pthread_mutex_lock(&evaluations->lock);
	*own = *ended;
	pthread_cond_broadcast(&evaluations->ended);
	pthread_mutex_unlock(&evaluations->lock);
}

/* Values were tried. */
static void complete(Evaluations *evaluations, const LaunchShape *launch, const KernelFacts *tried)
{
	pthread_mutex_lock(&evaluations->lock);
	for (int i = 0; i < evaluations->n; i++)
		if (evaluations->at[i]->launch == launch)
			evaluations->at[i]->tried = *tried;
	pthread_mutex_unlock(&evaluations->lock);
}

/* --- from one launch to another --------------------------------------------------------------------- */

typedef struct Moving {
	Arena *arena;
	const Outlines *outlines;
	const LaunchShape *launch; /* to which */
	const Func *from;
	VEC(const CallSite *) old, new; /* calls that were moved, and what they became */
} Moving;

static const CallSite *move_calls(Moving *m, const CallSite *call)
{
	if (!call || m->from == m->launch->kernel)
		return call;
	for (int i = 0; i < m->old.n; i++)
		if (m->old.at[i] == call)
			return m->new.at[i];
	CallSite *moved = arena_dup(m->arena, call, sizeof *call);
	moved->caller = move_calls(m, call->caller);
	moved->func = outlines_func(m->outlines, m->from, m->launch->kernel, call->func);
	vec_push(m->arena, &m->old, call);
	vec_push(m->arena, &m->new, (const CallSite *)moved);
	return moved;
}

static const Var *move_var(const Moving *m, const Var *var)
{
	return outlines_var(m->outlines, m->from, m->launch->kernel, var);
}

static const UnitUse *move_uses(const Moving *m, const UnitUse *uses, int n)
{
	UnitUse *moved = n ? arena_dup(m->arena, uses, sizeof *uses * (size_t)n) : NULL;
	for (int i = 0; i < n; i++)
		moved[i].object = move_var(m, uses[i].object);
	return moved;
}

static void move_fact(Moving *m, Fact *fact)
{
	fact->launch = m->launch;
	fact->stack = move_calls(m, fact->stack);
	fact->site = outlines_expr(m->outlines, m->from, m->launch->kernel, fact->site);
	fact->object = move_var(m, fact->object);
	fact->uses = move_uses(m, fact->uses, fact->n_uses);
}

static const TensorView *move_views(const Moving *m, const TensorView *views, int n)
{
	TensorView *moved = n ? arena_dup(m->arena, views, sizeof *views * (size_t)n) : NULL;
	for (int i = 0; i < n; i++) {
		moved[i].var = move_var(m, views[i].var);
		moved[i].object = move_var(m, views[i].object);
	}
	return moved;
}

static KernelFacts move_facts(const Evaluations *evaluations, Arena *arena, const LaunchShape *launch, const KernelFacts *facts)
{
	Moving m = { .arena = arena, .outlines = evaluations->outlines, .launch = launch, .from = facts->launch->kernel };
	KernelFacts moved = *facts;
	Fact *list = facts->n_facts ? arena_dup(arena, facts->facts, sizeof *list * (size_t)facts->n_facts) : NULL;
	for (int i = 0; i < facts->n_facts; i++)
		move_fact(&m, &list[i]);
	moved.launch = launch;
	moved.facts = list;
	moved.views = move_views(&m, facts->views, facts->n_views);
	return moved;
}

/* --- evaluating ----------------------------------------------------------------------------------- */

static KernelFacts evaluate(Evaluations *evaluations, Arena *arena, const LaunchShape *launch, const EvalOptions *options, Evaluation *own)
{
	Evaluation ended = { .launch = launch };
	ended.once = eval_kernel_once(arena, evaluations->unit, launch, options, &ended.suspects);
	KernelFacts facts = ended.once;
	if (!facts.failed && !options->no_cases) {
		eval_kernel_try(arena, evaluations->unit, launch, options, ended.suspects, &facts);
		ended.tried = facts;
	}
	if (facts.failed || facts.n_refuted)
		ended.launch = NULL;
	end(evaluations, own, &ended);
	return facts;
}

KernelFacts evaluations_get(Evaluations *evaluations, Arena *arena, const LaunchShape *launch, const EvalOptions *options)
{
	Evaluation old;
	if (!may_share(launch, options))
		return eval_kernel(arena, evaluations->unit, launch, options);
	Evaluation *own = find_or_begin(evaluations, arena, launch, options->hard_ops, &old);
	if (own)
		return evaluate(evaluations, arena, launch, options, own);
	if (options->no_cases || old.tried.launch)
		return move_facts(evaluations, arena, launch, options->no_cases ? &old.once : &old.tried);
	/* Suspects are variables of that kernel. */
	if (old.launch->kernel != launch->kernel)
		return eval_kernel(arena, evaluations->unit, launch, options);
	KernelFacts facts = move_facts(evaluations, arena, launch, &old.once);
	eval_kernel_try(arena, evaluations->unit, launch, options, old.suspects, &facts);
	complete(evaluations, old.launch, &facts);
	return facts;
}
