#include "eval/cases/cases.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "eval/nvcc/recorder.h"
#include "base/power.h"

enum {
	MAX_TRIED = 3,         /* runtime values that are tried */
	MAX_TARGETS = 256,     /* facts to be improved */
	MAX_NUMBERS = 48,      /* numbers that are tried for a value */
	MOST = 1 << 17,        /* the greatest of them: more than there are words of shared memory */
	PATIENCE = 4,          /* valid runs without gain before a value is given up */
	MAX_MISSES = 2,        /* invalid runs in a row, after a valid one, before it is */
	MAX_OPS = 400000,      /* evaluated expressions of all runs together */
	RUN_OPS = MAX_OPS / 16, /* of one run: a value whose runs take longer is given up, since several are needed */
};

/* A run was valid, or it was but for a load of the object that reads what was not written. */
typedef enum Grade { GRADE_GOOD, GRADE_UNSET, N_GRADES } Grade;

typedef struct Outcome {
	Fact worst;
	WarpPattern *patterns;
	VEC(SymbolicCase) cases;
} Outcome;

/* A fact that a known runtime value may make exact. */
typedef struct Target {
	Fact *fact;
	bool spoiled;          /* it was unknown in some run too */
	Outcome outcome[N_GRADES];
} Target;

typedef struct Cases {
	Arena *arena;
	Arena *work;           /* freed at the end */
	const Unit *unit;
	const LaunchShape *launch;
	Kept *kept;
	Target *targets;
	int n_targets;
	int n_refuted;         /* assumptions that fail in the run without a pinned value */
	int64_t ops;           /* what is left of MAX_OPS */
	int hits, misses;      /* valid runs of the current value; invalid ones since the last valid one */
	bool gained;           /* a run of the current value made a fact known */
	int value;             /* the current one, and by value: a run took too long */
	bool took_long[MAX_TRIED];
} Cases;

/* --- which facts ----------------------------------------------------------------------------------- */

/* If the stride itself is the runtime value, the fact has a case for each residue already. */
static bool has_all_residues(const Fact *fact)
{
	return fact->n_cases > 0 && fact->reason != REASON_LOOP;
}

static bool may_gain(const Fact *fact)
{
	if (fact->certainty == CERTAINTY_SYMBOLIC)
		return !has_all_residues(fact);
	if (fact->certainty != CERTAINTY_UNKNOWN)
		return false;
	switch (fact->reason) {
	case REASON_BITS:
	case REASON_BRANCH:
	case REASON_LOOP:
	case REASON_ARGUMENT:
	case REASON_PRODUCT:
	case REASON_TOO_MANY_SYMBOLS:
	case REASON_LOCAL_LOAD:
	case REASON_DIV_ZERO:
	case REASON_OVERFLOW:
		return true;
	default:
		return false;
	}
}

static void find_targets(Cases *cases, KernelFacts *facts)
{
	Fact *list = arena_array(cases->arena, Fact, facts->n_facts + 1);
	cases->targets = arena_array(cases->work, Target, MAX_TARGETS);
	for (int i = 0; i < facts->n_facts; i++) {
		list[i] = facts->facts[i];
		if (may_gain(&list[i]) && cases->n_targets < MAX_TARGETS)
			cases->targets[cases->n_targets++] = (Target){ .fact = &list[i] };
	}
	facts->facts = list;
}

/* --- one run --------------------------------------------------------------------------------------- */

/* a has a higher ratio of wavefronts to ideal than b, or the same and as many warps. */
static bool is_worse(const Fact *a, const Fact *b)
{
	double of_a = (double)a->wavefronts * (double)b->ideal, of_b = (double)b->wavefronts * (double)a->ideal;
	return of_a != of_b ? of_a > of_b : a->warps >= b->warps;
}

static WarpPattern copy_of(Arena *arena, const WarpPattern *pattern)
{
	WarpPattern copy = *pattern;
	if (copy.source)
		copy.source = arena_dup(arena, copy.source, WARP_LANES * sizeof *copy.source);
	return copy;
}

static void note_outcome(Cases *cases, Target *target, Grade grade, Fact *fact, int64_t number)
{
	Outcome *out = &target->outcome[grade];
	fact_take_costliest(fact); /* how often it runs depends on the value: the costliest request stands for all */
	vec_push(cases->work, &out->cases, ((SymbolicCase){ number, fact->wavefronts, fact->ideal, fact_worst_ways(fact) }));
	cases->gained = true;
	if (out->cases.n > 1 && !is_worse(fact, &out->worst))
		return;
	if (!out->patterns)
		out->patterns = heap_alloc(MAX_PATTERNS, sizeof *out->patterns);
	out->worst = *fact;
	out->worst.worst = copy_of(cases->work, &fact->worst);
	for (int i = 0; i < fact->n_patterns; i++)
		out->patterns[i] = copy_of(cases->work, &fact->patterns[i]);
}

static Grade grade_of(const Watch *watch, const Fact *fact)
{
	for (int i = 0; i < watch->unset.n; i++)
		if (watch->unset.at[i].object == fact->object && watch->unset.at[i].stack == fact->stack)
			return GRADE_UNSET;
	return GRADE_GOOD;
}

static void note_run(Cases *cases, const KernelFacts *run, const Watch *watch, int64_t number)
{
	for (int t = 0; t < cases->n_targets; t++) {
		Target *target = &cases->targets[t];
		for (int i = 0; i < run->n_facts && !target->spoiled; i++) {
			Fact own = run->facts[i], *fact = &own;
			if (!fact_same_access(target->fact, fact) || !fact->warps)
				continue;
			if (fact->certainty > CERTAINTY_BOUND || fact->ideal <= 0 ||
			    (target->fact->object && fact->object != target->fact->object))
				target->spoiled = true;
			else
				note_outcome(cases, target, grade_of(watch, fact), fact, number);
		}
	}
}

/* Whatever more runs of the value show: no fact would be known by it. */
static bool all_spoiled(const Cases *cases)
{
	for (int t = 0; t < cases->n_targets; t++)
		if (!cases->targets[t].spoiled)
			return false;
	return true;
}

/* Runs the kernel with the value pinned to a number.  False: greater numbers need not be tried. */
static bool try_number(Cases *cases, const Suspect *suspect, int64_t number)
{
	Arena *arena = arena_new();
	Watch watch = { .arena = arena, .arch = arch_model(cases->unit->arch) };
	const Pin pin = { suspect->info.origin, number };
	const EvalOptions options = { .hard_ops = RUN_OPS };
	EvalRun run = { .pin = &pin, .watch = &watch, .options = &options, .kept = cases->kept, .max_ops = cases->ops };
	KernelFacts facts = eval_run(arena, cases->unit, cases->launch, &run);
	cases->ops -= run.ops;
	bool stopped = facts.failed && !watch.out, valid = !facts.failed && facts.n_refuted <= cases->n_refuted;
	if (valid)
		note_run(cases, &facts, &watch, number);
	cases->hits += valid;
	cases->misses = valid ? 0 : cases->misses + 1;
	arena_free(arena);
	cases->took_long[cases->value] = stopped && run.ops > RUN_OPS;
	if (stopped || cases->ops <= 0 || (cases->hits && cases->misses >= MAX_MISSES) || all_spoiled(cases))
		return false;
	return cases->hits < PATIENCE || cases->gained;
}

/* --- the numbers ----------------------------------------------------------------------------------- */

static int numbers_of(const Suspect *suspect, int64_t out[MAX_NUMBERS])
{
	static const int some[] = { 3, 5, 6, 7, 9, 10, 12, 15, 17, 20, 24, 31, 33, 40, 48, 63, 65, 80, 96, 100, 120, 127, 129, 0 };
	int n = 0;
	const int *next = some;
	for (int64_t i = 1; i <= MOST; i++) {
		bool listed = *next == i;
		next += listed;
		bool wanted = suspect->counts ? i <= 20 : is_power(i) || (listed && suspect->cuts);
		if (wanted && i >= suspect->info.low && i <= suspect->info.high && n < MAX_NUMBERS)
			out[n++] = i;
	}
	return n;
}

static void try_suspect(Cases *cases, const Suspect *suspect)
{
	int64_t numbers[MAX_NUMBERS];
	int n = numbers_of(suspect, numbers);
	cases->gained = false;
	cases->hits = cases->misses = 0;
	for (int i = 0; i < n && try_number(cases, suspect, numbers[i]); i++)
		;
}

/* --- the results ----------------------------------------------------------------------------------- */

static const Outcome *outcome_of(const Target *target)
{
	for (int g = 0; g < N_GRADES && !target->spoiled; g++)
		if (target->outcome[g].cases.n > 1)
			return &target->outcome[g];
	return NULL;
}

static void resolve(Cases *cases, Target *target, const Suspect *suspect)
{
	const Outcome *out = outcome_of(target);
	Fact *fact = target->fact;
	if (!out)
		return;
	fact->warps = out->worst.warps;
	fact->wavefronts = out->worst.wavefronts;
	fact->ideal = out->worst.ideal;
	fact->worst = copy_of(cases->arena, &out->worst.worst);
	fact->n_patterns = out->worst.n_patterns;
	WarpPattern *patterns = arena_array(cases->arena, WarpPattern, fact->n_patterns + 1);
	for (int i = 0; i < fact->n_patterns; i++)
		patterns[i] = copy_of(cases->arena, &out->patterns[i]);
	fact->patterns = patterns;
	fact->more_patterns = out->worst.more_patterns;
	fact->count_known = false;
	fact->mix = out->worst.mix;
	fact->certainty = CERTAINTY_SYMBOLIC;
	fact->reason = suspect->info.why;
	fact->reason_loc = suspect->info.loc;
	fact->symbol = arena_strdup(cases->arena, suspect->info.name);
	fact->modulus = 0;
	fact->n_cases = out->cases.n;
	fact->cases = arena_dup(cases->arena, out->cases.at, sizeof *out->cases.at * (size_t)out->cases.n);
	fact->expected = 0;
	fact->is_usual = false;
}

static void clear(Target *target)
{
	for (int g = 0; g < N_GRADES; g++)
		free(target->outcome[g].patterns);
	*target = (Target){ .fact = target->fact };
}

/* Facts that the value made known are done; the others are targets for the next value. */
static void resolve_all(Cases *cases, const Suspect *suspect)
{
	int left = 0;
	for (int t = 0; t < cases->n_targets; t++) {
		Target *target = &cases->targets[t];
		bool resolved = outcome_of(target) != NULL;
		resolve(cases, target, suspect);
		clear(target);
		if (!resolved)
			cases->targets[left++] = *target;
	}
	cases->n_targets = left;
}

static bool has_args(const LaunchShape *launch)
{
	return launch->n_args || launch->grid[0] >= 0 || launch->grid[1] >= 0 || launch->grid[2] >= 0;
}

/* Without arguments loops are not run one by one, which saves time; facts that hold for all arguments hold for this launch. */
static LaunchShape without_args(const LaunchShape *launch)
{
	LaunchShape lean = *launch;
	lean.n_args = 0;
	lean.grid[0] = lean.grid[1] = lean.grid[2] = -1;
	return lean;
}

static void try_all(Cases *cases, const LaunchShape *launch, const Suspects *suspects)
{
	cases->launch = launch;
	for (int i = 0; i < suspects->list.n && i < MAX_TRIED && cases->n_targets && cases->ops > 0; i++) {
		if (cases->took_long[i])
			continue;
		cases->value = i;
		try_suspect(cases, &suspects->list.at[i]);
		resolve_all(cases, &suspects->list.at[i]);
	}
}

void cases_refine(Arena *arena, const Unit *unit, const LaunchShape *launch, const Suspects *suspects, Kept *kept, KernelFacts *facts)
{
	Cases cases = { .arena = arena, .work = arena_new(), .unit = unit, .kept = kept, .n_refuted = facts->n_refuted, .ops = MAX_OPS };
	const LaunchShape lean = without_args(launch);
	bool any = false;
	for (int i = 0; i < facts->n_facts; i++)
		any = any || may_gain(&facts->facts[i]);
	if (any && suspects->list.n)
		find_targets(&cases, facts);
	if (facts->ops <= RUN_OPS)
		try_all(&cases, launch, suspects);
	else if (has_args(launch))
		try_all(&cases, &lean, suspects);
	arena_free(cases.work);
}
