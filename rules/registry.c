#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "fix/advice.h"
#include "rules/rule.h"

#define RULE(id) extern const Rule rule_##id;
#include "rules/rules.def"
#undef RULE

const Rule *const all_rules[] = {
#define RULE(id) &rule_##id,
#include "rules/rules.def"
#undef RULE
};
const int n_rules = sizeof all_rules / sizeof all_rules[0];

static const Range nowhere = { .begin = { .file = -1 }, .end = { .file = -1 } };

/* --- merging ------------------------------------------------------------------------------------ */

/* A finding and the facts that gave it. */
typedef struct Merged {
	Diag diag;
	int order;
	int launches, kernels, calls; /* further ones */
} Merged;

typedef VEC(Merged) MergedList;

static int compare_loc(Loc a, Loc b)
{
	if (a.file != b.file)
		return a.file < b.file ? -1 : 1;
	if (a.line != b.line)
		return a.line < b.line ? -1 : 1;
	return a.column == b.column ? 0 : a.column < b.column ? -1 : 1;
}

static bool same_finding(const Diag *a, const Diag *b)
{
	return a->rule == b->rule && compare_loc(a->range.begin, b->range.begin) == 0 &&
		compare_loc(a->range.end, b->range.end) == 0 && !strcmp(a->message, b->message);
}

static void merge(Arena *arena, MergedList *list, const Diag *diag)
{
	for (int i = 0; i < list->n; i++) {
		Merged *old = &list->at[i];
		if (!old->diag.fact || !same_finding(&old->diag, diag))
			continue;
		const LaunchShape *a = old->diag.fact->launch, *b = diag->fact->launch;
		old->diag.n_facts++;
		if (a->kernel != b->kernel)
			old->kernels++;
		else if (memcmp(a->block, b->block, sizeof a->block) != 0)
			old->launches++; /* those of one block are one finding already */
		else
			old->calls++;
		return;
	}
	vec_push(arena, list, ((Merged){ .diag = *diag, .order = list->n }));
}

static void add_count(Buf *out, int n, const char *one, const char *many)
{
	if (n > 0)
		buf_printf(out, "%s%d other %s", out->n ? " and " : "the same in ", n, n == 1 ? one : many);
}

static void note_merged(Arena *arena, Merged *merged)
{
	Buf out = { 0 };
	add_count(&out, merged->launches, "block shape", "block shapes");
	add_count(&out, merged->kernels, "kernel or instance", "kernels or instances");
	add_count(&out, merged->calls, "call", "calls");
	if (out.n) {
		DiagNote note = { .range = nowhere, .text = arena_strdup(arena, out.s) };
		vec_push(arena, &merged->diag.notes, note);
	}
	buf_free(&out);
}

/* --- advice ------------------------------------------------------------------------------------- */

typedef struct Known {
	const Var *object;
	const Advice *advice;
} Known;

typedef VEC(Known) KnownList;

/* Rules whose findings another layout may cure. */
static bool wants_advice(const Diag *diag)
{
	static const char *const without[] = { "smem-atomic-contention", "smem-runtime-stride", "smem-data-dependent" };
	for (size_t i = 0; i < sizeof without / sizeof without[0]; i++)
		if (!strcmp(diag->rule, without[i]))
			return false;
	return diag->fact->object != NULL;
}

static void add_advice(Arena *arena, const KernelFacts *kernels, int n_kernels, int arch, Preference prefer, KnownList *known, Diag *diag)
{
	int i = 0;
	while (i < known->n && known->at[i].object != diag->fact->object)
		i++;
	if (i == known->n)
		vec_push(arena, known, ((Known){ .object = diag->fact->object,
			.advice = advise(arena, kernels, n_kernels, diag->fact->object, arch, prefer) }));
	diag->advice = known->at[i].advice;
	if (diag->advice && diag->advice->text)
		vec_push(arena, &diag->notes, ((DiagNote){ .range = nowhere, .text = diag->advice->text }));
}

/* --- all of it ---------------------------------------------------------------------------------- */

static int by_place(const void *left, const void *right)
{
	const Merged *a = left, *b = right;
	int c = compare_loc(a->diag.range.begin, b->diag.range.begin);
	return c ? c : a->order - b->order;
}

static void check_kernel(Arena *arena, const Unit *unit, const KernelFacts *kernel, MergedList *list)
{
	Diags found = { 0 };
	RuleContext context = { .arena = arena, .unit = unit, .kernel = kernel, .out = &found };
	for (int r = 0; r < n_rules; r++)
		all_rules[r]->check(&context);
	for (int i = 0; i < found.n; i++)
		merge(arena, list, &found.at[i]);
}

void run_rules(Arena *arena, const Unit *unit, const KernelFacts *kernels, int n_kernels, Preference prefer, Diags *out)
{
	MergedList list = { 0 };
	KnownList known = { 0 };
	for (int i = 0; i < out->n; i++)
		vec_push(arena, &list, ((Merged){ .diag = out->at[i], .order = i }));
	for (int k = 0; k < n_kernels; k++)
		check_kernel(arena, unit, &kernels[k], &list);
	for (int i = out->n; i < list.n; i++) {
		if (wants_advice(&list.at[i].diag))
			add_advice(arena, kernels, n_kernels, unit->arch, prefer, &known, &list.at[i].diag);
		note_merged(arena, &list.at[i]);
	}
	if (list.n > 0)
		qsort(list.at, (size_t)list.n, sizeof list.at[0], by_place);
	*out = (Diags){ 0 };
	for (int i = 0; i < list.n; i++)
		vec_push(arena, out, list.at[i].diag);
}
