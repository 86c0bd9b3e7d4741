#include "analysis/kernels.h"

#include "base/heap.h"
#include "base/usage.h"
#include "base/workers.h"
#include "analysis/evaluations.h"
#include "analysis/family.h"
#include "ir/touches.h"
#include "analysis/shapes.h"
#include "eval/kernel.h"

#include <stdlib.h>

/* What all kernels of a unit may take together, each launch of a kernel at least, and all of its launches at most; how many kernels
 * are many, and what each of those is given first when no more than MOST_LEFT is left; how many are run at once. */
enum {
	UNIT_OPS = 256000000,
	LEAST_OPS = 1000000,
	MOST_OPS = 32000000,
	MANY = 64,
	MOST_LEFT = UNIT_OPS / 4 * 3,
	FIRST_OPS = 125000,
	MAX_AT_ONCE = 4
};

typedef struct KernelJob {
	Arena *arena; /* its worker's own */
	const Unit *unit;
	const LaunchShapes *launches;
	const AnalyzeOptions *options;
	EvalOptions eval; /* hard_ops: of all its launches together */
	Evaluations *evaluations; /* of all kernels */
	KernelResults results;
	int64_t ops; /* expressions that were evaluated */
	bool cut;    /* it was not evaluated to its end for lack of budget */
} KernelJob;

static void add_problem(KernelJob *job, Loc loc, const char *message)
{
	vec_push(job->arena, &job->results.problems, ((KernelProblem){ loc, message }));
}

/* --- assumptions ------------------------------------------------------------------------------ */

static void add_stated(Arena *arena, StatedList *list, const Stated *stated)
{
	for (int i = 0; i < list->n; i++) {
		Stated *old = &list->at[i];
		if (loc_same(old->loc, stated->loc)) {
			old->used = old->used || stated->used;
			return;
		}
	}
	vec_push(arena, list, *stated);
}

static void state(KernelJob *job, const Assumption *a, bool used)
{
	const Stated stated = { a->loc, a->text, used };
	if (a->loc.file >= 0)
		add_stated(job->arena, &job->results.stated, &stated);
}

static void note_assumptions(KernelJob *job, const KernelFacts *facts, const AssumptionList *used)
{
	const LaunchShape *launch = facts->launch;
	for (int i = 0; i < facts->n_refuted; i++) {
		const Refuted *refuted = &facts->refuted[i];
		add_problem(job, refuted->assumption->loc, assumption_conflict(job->arena, job->unit, launch, refuted));
		state(job, refuted->assumption, true);
	}
	for (int i = 0; i < launch->n_assumptions; i++)
		state(job, launch->assumptions[i], false);
	for (int i = 0; i < used->n; i++)
		state(job, used->at[i], true);
}

/* --- one kernel ------------------------------------------------------------------------------- */

static void note_failure(KernelJob *job, const KernelFacts *facts)
{
	const Func *kernel = facts->launch->kernel;
	if (facts->failed)
		add_problem(job, facts->failed_loc.file < 0 ? kernel->loc : facts->failed_loc,
			    arena_printf(job->arena, "kernel '%s' was not analysed to its end: %s", kernel->name, facts->failed));
}

static KernelFacts run_once(KernelJob *job, const LaunchShape *launch, const EvalOptions *options)
{
	LaunchShape *kept = arena_dup(job->arena, launch, sizeof *launch);
	EvalOptions rest = *options;
	const int64_t least = options->hard_ops < LEAST_OPS ? options->hard_ops : LEAST_OPS;
	rest.hard_ops = options->hard_ops - job->ops > least ? options->hard_ops - job->ops : least;
	KernelFacts facts = evaluations_get(job->evaluations, job->arena, kept, &rest);
	job->ops += facts.ops;
	job->cut = job->cut || (facts.failed && facts.ops >= rest.hard_ops);
	return facts;
}

static KernelFacts evaluate(KernelJob *job, const LaunchShape *launch)
{
	KernelFacts facts = run_once(job, launch, &job->eval);
	AssumptionList used = { 0 };
	EvalOptions without = job->eval;
	without.hard_ops = MOST_OPS;
	assumptions_attribute(job->arena, job->unit, &without, &facts, &used);
	note_assumptions(job, &facts, &used);
	note_failure(job, &facts);
	return facts;
}

/* Its share did not suffice; with more, all that follows is done again. */
static bool is_run_anew(const KernelJob *job)
{
	return job->cut && job->eval.hard_ops < MOST_OPS;
}

enum { COSTLY_OPS = 125000 }; /* of a kernel that is not evaluated more often than necessary */

/* Evaluates the family as one if all its facts are exact then, else each of its members.  Of a costly kernel those that are
 * merged with each other differ from the family by little, and so do all if the first one's arguments are not all known: they are
 * not evaluated again. */
static void evaluate_members(KernelJob *job, const Family *family, FactsList *out)
{
	EvalOptions quick = job->eval;
	LaunchShapes members = { 0 };
	KernelFacts all = { 0 };
	quick.no_cases = true;
	/* Assumptions on an argument must be checked against each launch. */
	const bool one_by_one = job->eval.digest || family->members.n == 1 || family->all.n_assumptions;
	if (!one_by_one)
		all = run_once(job, &family->all, &quick);
	if (!one_by_one && (family_is_exact(&all) || is_run_anew(job))) {
		note_failure(job, &all);
		vec_push(job->arena, out, all);
		return;
	}
	family_members(job->arena, family, all.ops, &members);
	if (!one_by_one && all.ops > COSTLY_OPS && members.at[0].has_unknowns) {
		note_failure(job, &all);
		vec_push(job->arena, out, all);
		return;
	}
	for (int i = 0; i < members.n; i++) {
		const bool is_rest = members.n < family->members.n && i == members.n - 1;
		if (is_rest && all.ops > COSTLY_OPS) {
			note_failure(job, &all);
			vec_push(job->arena, out, all);
		} else {
			vec_push(job->arena, out, evaluate(job, &members.at[i]));
		}
	}
}

static void list_launches(KernelJob *job, const Family *family)
{
	LaunchShapes members = { 0 };
	family_members(job->arena, family, 0, &members);
	for (int i = 0; i < members.n; i++)
		vec_push(job->arena, &job->results.launches, (const LaunchShape *)&members.at[i]);
}

/* A kernel that does not access shared memory has no facts, and need not be run. */
static bool is_without_facts(const KernelJob *job, const Family *family)
{
	return !job->eval.digest && !job->eval.runs_all && !family->all.n_assumptions && !func_may_touch_shared(family->all.kernel);
}

/* Evaluates the launches of a kernel with one block shape, and merges their facts. */
static void run_family(KernelJob *job, const Family *family)
{
	FactsList members = { 0 };
	list_launches(job, family);
	if (is_without_facts(job, family)) {
		const LaunchShape *all = arena_dup(job->arena, &family->all, sizeof family->all);
		vec_push(job->arena, &job->results.facts, ((KernelFacts){ .launch = all, .failed_loc = LOC_NONE }));
		return;
	}
	evaluate_members(job, family, &members);
	bool apart = members.n == 1 || job->eval.digest;
	for (int i = 0; apart && i < members.n; i++)
		vec_push(job->arena, &job->results.facts, members.at[i]);
	if (!apart)
		vec_push(job->arena, &job->results.facts, family_merge(job->arena, family, members.at, members.n));
}

static void find_shapes(KernelJob *job, const Func *kernel, KernelShapes *shapes)
{
	const BlockOptions blocks = { job->options->block, job->options->named_blocks, job->options->n_named_blocks };
	kernel_shapes(job->arena, job->unit, job->launches, kernel, &blocks, shapes);
	job->results.shapeless += shapes->shapes.n == 0;
	if (shapes->open && func_may_touch_shared(kernel))
		vec_push(job->arena, &job->results.open, shapes->open);
	for (int i = 0; i < shapes->problems.n; i++)
		add_problem(job, shapes->problems.at[i].loc, shapes->problems.at[i].message);
}

static void find_assumptions(KernelJob *job, const Func *kernel, AssumptionList *assumed)
{
	AssumeProblems unfit = { 0 };
	kernel_assumptions(job->arena, job->unit, kernel, &job->options->assume, assumed, &unfit);
	for (int i = 0; i < unfit.n; i++)
		add_problem(job, unfit.at[i].loc, unfit.at[i].message);
}

static void run_kernel(KernelJob *job, const Func *kernel)
{
	if (kernel->broken) {
		add_problem(job, kernel->loc, arena_printf(job->arena, "kernel '%s' was not analysed: %s", kernel->name, kernel->broken));
		return;
	}
	KernelShapes shapes;
	AssumptionList assumed = { 0 };
	Families families = { 0 };
	find_shapes(job, kernel, &shapes);
	find_assumptions(job, kernel, &assumed);
	for (int i = 0; i < shapes.shapes.n; i++) {
		shapes.shapes.at[i].assumptions = assumed.at;
		shapes.shapes.at[i].n_assumptions = assumed.n;
	}
	families_of(job->arena, &shapes.shapes, &families);
	for (int i = 0; i < families.n; i++)
		run_family(job, &families.at[i]);
}

/* --- all of them ------------------------------------------------------------------------------ */

typedef struct Crew {
	KernelJob *jobs;
	Arena *arenas[MAX_WORKERS]; /* one for each worker, for all its kernels */
	struct Kept *kept[MAX_WORKERS];
} Crew;

static void run_job(void *context, int index, int worker)
{
	Crew *crew = context;
	KernelJob *job = &crew->jobs[index];
	if (!crew->arenas[worker])
		crew->arenas[worker] = arena_new();
	if (!crew->kept[worker])
		crew->kept[worker] = eval_kept_new(job->unit);
	job->arena = crew->arenas[worker];
	job->eval.kept = crew->kept[worker];
	run_kernel(job, job->unit->kernels[index]);
}

static void take(Arena *arena, const KernelResults *from, KernelResults *out)
{
	for (int i = 0; i < from->facts.n; i++)
		vec_push(arena, &out->facts, from->facts.at[i]);
	for (int i = 0; i < from->launches.n; i++)
		vec_push(arena, &out->launches, from->launches.at[i]);
	for (int i = 0; i < from->stated.n; i++)
		add_stated(arena, &out->stated, &from->stated.at[i]);
	for (int i = 0; i < from->problems.n; i++)
		vec_push(arena, &out->problems, from->problems.at[i]);
	for (int i = 0; i < from->open.n; i++)
		vec_push(arena, &out->open, from->open.at[i]);
	out->shapeless += from->shapeless;
}

/* Jobs that are run in the order of the text. */
typedef struct Queue {
	Crew *crew;
	int *at; /* indices of jobs */
	int n;
	int64_t left; /* of the unit's budget */
} Queue;

static void run_queued(void *context, int index, int worker)
{
	const Queue *queue = context;
	run_job(queue->crew, queue->at[index], worker);
}

static void allow(KernelJob *job, int64_t ops)
{
	*job = (KernelJob){
		.unit = job->unit, .launches = job->launches, .options = job->options, .eval = job->eval, .evaluations = job->evaluations
	};
	job->eval.hard_ops = ops > MOST_OPS ? MOST_OPS : ops < LEAST_OPS ? LEAST_OPS : ops;
}

static bool is_late(const KernelJob *job)
{
	return job->eval.deadline_ms && usage_now().ms > (double)job->eval.deadline_ms;
}

/* Runs the first of the queue: as many at once as may each take the most of what is to spare, since what they get must not depend
 * on which of them ends first. */
static void run_next(Queue *queue, int64_t spare)
{
	KernelJob *jobs = queue->crew->jobs;
	int n = spare > (int64_t)MAX_AT_ONCE * MOST_OPS ? MAX_AT_ONCE : spare > MOST_OPS ? (int)(spare / MOST_OPS) : 1;
	n = n < queue->n ? n : queue->n;
	for (int i = 0; i < n; i++)
		allow(&jobs[queue->at[i]], spare);
	workers_run(n, run_queued, queue);
	for (int i = 0; i < n; i++)
		queue->left -= jobs[queue->at[i]].ops;
	queue->at += n;
	queue->n -= n;
}

/* Runs kernels in the order of the text, as far as the unit's budget goes: one kernel that is known to its end says more than the
 * beginnings of several, since instances of a template have their lines in common.  Behind the deadline only those that were never
 * run: they end at once, and are named. */
static void run_queue(Queue *queue)
{
	while (queue->n) {
		const KernelJob *next = &queue->crew->jobs[queue->at[0]];
		if (next->ops && is_late(next))
			return;
		run_next(queue, queue->left - (int64_t)LEAST_OPS * (queue->n - 1));
	}
}

/* Of many kernels: runs them in the order of the text while most of the budget is left, which mostly suffices for all of them.  Of
 * those that follow each is given little at first, so that those that take little are known in any case; the others stay in the
 * queue. */
static void run_many(Queue *queue)
{
	KernelJob *jobs = queue->crew->jobs;
	int n = 0;
	while (queue->n && queue->left > MOST_LEFT && !is_late(&jobs[queue->at[0]]))
		run_next(queue, queue->left);
	for (int i = 0; i < queue->n; i++)
		jobs[queue->at[i]].eval.hard_ops = FIRST_OPS;
	workers_run(queue->n, run_queued, queue);
	for (int i = 0; i < queue->n; i++)
		if (is_run_anew(&jobs[queue->at[i]]))
			queue->at[n++] = queue->at[i];
	queue->n = n;
}

static void run_jobs(Crew *crew, int n)
{
	int *at = heap_alloc((size_t)n, sizeof *at);
	Queue queue = { crew, at, n, UNIT_OPS };
	for (int i = 0; i < n; i++) {
		at[i] = i;
		crew->jobs[i].eval.hard_ops = MOST_OPS;
	}
	if ((int64_t)n * MOST_OPS <= UNIT_OPS) {
		workers_run(n, run_job, crew);
	} else {
		if (n > MANY)
			run_many(&queue);
		run_queue(&queue);
	}
	free(at);
}

void kernels_run(Arena *arena, const Unit *unit, const LaunchShapes *launches, const AnalyzeOptions *options, KernelResults *out)
{
	Crew crew = { .jobs = heap_alloc((size_t)unit->n_kernels, sizeof *crew.jobs) };
	Evaluations *evaluations = evaluations_new(unit);
	for (int i = 0; i < unit->n_kernels; i++)
		crew.jobs[i] = (KernelJob){
			.unit = unit, .launches = launches, .options = options, .eval = options->eval, .evaluations = evaluations
		};
	run_jobs(&crew, unit->n_kernels);
	evaluations_free(evaluations);
	for (int w = 0; w < MAX_WORKERS; w++) {
		eval_kept_free(crew.kept[w]);
		if (crew.arenas[w])
			arena_adopt(arena, crew.arenas[w]);
	}
	for (int i = 0; i < unit->n_kernels; i++)
		take(arena, &crew.jobs[i].results, out);
	free(crew.jobs);
}
