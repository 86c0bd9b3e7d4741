/* Applies the rules to all accesses, merges the findings and adds advice. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/usage.h"
#include "fix/layouts/advice.h"
#include "fix/tiles.h"
#include "rules/notes.h"
#include "rules/plain.h"
#include "rules/rule.h"
#include "rules/words.h"

enum { MOST_TILES = 32 };

/* --- merging ------------------------------------------------------------------------------------ */

/* A finding, and how often it occurs. */
typedef struct Merged {
	Diag diag;
	const Rule *rule; /* NULL: a problem of the input */
	int order;
	int launches, kernels, calls; /* further ones with the same finding */
	VEC(const Fact *) facts; /* theirs */
} Merged;

typedef VEC(Merged) MergedList;

static bool same_finding(const Diag *a, const Diag *b)
{
	return a->rule == b->rule && loc_same(a->range.begin, b->range.begin) && loc_same(a->range.end, b->range.end) &&
	       !strcmp(a->message, b->message);
}

static void merge(Arena *arena, MergedList *list, const Rule *rule, const Diag *diag)
{
	for (int i = 0; i < list->n; i++) {
		Merged *old = &list->at[i];
		if (!old->rule || !same_finding(&old->diag, diag))
			continue;
		const LaunchShape *a = old->diag.fact->launch, *b = diag->fact->launch;
		old->diag.n_facts++;
		vec_push(arena, &old->facts, diag->fact);
		if (a->kernel != b->kernel)
			old->kernels++;
		else if (memcmp(a->block, b->block, sizeof a->block) != 0)
			old->launches++; /* launches with one block shape share their facts */
		else
			old->calls++;
		return;
	}
	vec_push(arena, list, ((Merged){ .diag = *diag, .rule = rule, .order = list->n }));
}

static void add_count(Buf *out, int n, const char *one, const char *many)
{
	if (n > 0)
		buf_printf(out, "%s%d other %s", out->n ? " and " : "the same in ", n, n == 1 ? one : many);
}

static void note_merged(Arena *arena, const SourceSet *sources, Merged *merged)
{
	Buf out = { 0 };
	add_count(&out, merged->launches, "block shape", "block shapes");
	add_count(&out, merged->kernels, "kernel or instance", "kernels or instances");
	add_count(&out, merged->calls, "call", "calls");
	if (out.n) {
		note_add(arena, &merged->diag, range_none, arena_strdup(arena, out.s));
		merged->diag.brief.block = arena_printf(arena, "%s; %s", merged->diag.brief.block, out.s);
	}
	buf_free(&out);
	for (int i = 0; i < merged->facts.n; i++)
		note_more_calls(arena, sources, &merged->diag, merged->facts.at[i]);
}

/* --- advice ------------------------------------------------------------------------------------- */

typedef struct Known {
	const Var *object;
	Part part; /* of it */
	const Advice *advice;
} Known;

typedef VEC(Known) KnownList;

/* A rule's own remedy comes first. */
static void set_layout(Diag *diag, const char *todo, int n_layouts)
{
	diag->brief.fix = diag->brief.fix ? diag->brief.fix : todo;
	diag->brief.has_layout = n_layouts > 0;
}

/* NULL: the access is through no tensor of CuTe. */
static const TileAdvice *tile_advice_of(Arena *arena, const KernelFacts *kernels, int n_kernels, const Fact *fact)
{
	for (int k = 0; k < n_kernels; k++) {
		const KernelFacts *kernel = &kernels[k];
		if (fact < kernel->facts || fact >= kernel->facts + kernel->n_facts)
			continue;
		const TensorView *view = tile_of(arena, kernel, fact);
		return view ? tile_advice(arena, kernel, view) : NULL;
	}
	return NULL;
}

/* Instances of a kernel with one finding have one tensor, other kernels have others. */
static const TileAdvice *with_others(Arena *arena, const TileAdvice *first, const TileAdvice *more)
{
	const char *words = tile_words(arena, more->view);
	for (const TileAdvice *old = first; old; old = old->next)
		if (loc_same(old->view->var->loc, more->view->var->loc) && !strcmp(tile_words(arena, old->view), words))
			return first;
	TileAdvice *copy = arena_dup(arena, more, sizeof *more);
	copy->next = first->next;
	TileAdvice *head = arena_dup(arena, first, sizeof *first);
	head->next = copy;
	return head;
}

/* For a tensor of CuTe in CuTe's words; false: the access is through none. */
static bool add_tile_advice(Arena *arena, const KernelFacts *kernels, int n_kernels, Merged *merged)
{
	Diag *diag = &merged->diag;
	diag->tile = tile_advice_of(arena, kernels, n_kernels, diag->fact);
	if (diag->tile) {
		note_add(arena, diag, range_none, diag->tile->text);
		set_layout(diag, tile_todo(arena, diag->tile), diag->tile->n_choices);
	}
	for (int i = 0; diag->tile && i < merged->facts.n && i < MOST_TILES; i++) {
		const TileAdvice *more = tile_advice_of(arena, kernels, n_kernels, merged->facts.at[i]);
		diag->tile = more ? with_others(arena, diag->tile, more) : diag->tile;
	}
	return diag->tile;
}

static void add_advice(Arena *arena, const Unit *unit, const KernelFacts *kernels, int n_kernels, Preference prefer, const Trial *trial,
		       KnownList *known, const Rule *rule, Diag *diag)
{
	const Var *object = diag->fact->object;
	const Part part = part_of(diag->fact);
	int i = 0;
	while (i < known->n && (known->at[i].object != object || !part_same(known->at[i].part, part)))
		i++;
	if (i == known->n)
		vec_push(arena, known,
			 ((Known){ object, part, advise(arena, kernels, n_kernels, object, part, unit->arch, prefer, trial) }));
	const Advice *advice = known->at[i].advice;
	const bool settles = advice && advice->n_layouts && advice->layouts->settled;
	if (!advice || (!settles && !rule->layout_may_help))
		return;
	diag->advice = advice;
	diag->brief.fix = settles ? NULL : diag->brief.fix;
	const Field *member = diag->advice->n_layouts ? diag->advice->layouts->grid->member : NULL;
	const char *line = plain_line(arena, unit->sources, diag->range, member ? member->loc : object->loc);
	note_add(arena, diag, range_none, diag->advice->text);
	set_layout(diag, advice_todo(arena, diag->advice, line), diag->advice->n_layouts);
}

/* --- claims ------------------------------------------------------------------------------------- */

/* The rule that reports the access: the last in rules.def that claims it; NULL: none. */
static const Rule *rule_of(const RuleContext *context)
{
	if (context->fact->op == BANK_ATOM_ADDF_LD) /* the loop of such an atomic has another fact, which is reported */
		return NULL;
	for (int r = N_RULES - 1; r >= 0; r--)
		if (all_rules[r]->claims && all_rules[r]->claims(context))
			return all_rules[r];
	return NULL;
}

/* A finding in the user's code about an access in a library says where that is. */
static const char *reason_of(const Rule *rule, const RuleContext *context, Range range)
{
	const Fact *fact = context->fact;
	const char *reason = rule->reason ? rule->reason(context) : NULL;
	if (!reason || loc_same(range.begin, fact->range.begin) || !source_is_library(context->sources, fact->range.begin.file))
		return reason;
	return arena_printf(context->arena, "%s (the access is in %s)", reason,
			    plain_line(context->arena, context->sources, range, fact->range.begin));
}

static Brief brief_of(const Rule *rule, const RuleContext *context, Range range)
{
	return (Brief){
		.subject = access_words(context->arena, context->fact),
		.noun = rule->joins ? access_noun(context->fact) : NULL,
		.reason = reason_of(rule, context, range),
		.fix = rule->remedy ? rule->remedy(context) : NULL,
		.block = plain_block(context, range),
	};
}

static Diag finding_of(const Rule *rule, const RuleContext *context)
{
	Diag diag = {
		.rule = rule->name,
		.severity = rule->severity,
		.range = fact_user_range(context->sources, context->fact),
		.fact = context->fact,
		.n_facts = 1,
		.message = rule->message(context),
	};
	diag.brief = brief_of(rule, context, diag.range);
	if (rule->notes)
		rule->notes(context, &diag);
	notes_of_place(context, &diag);
	return diag;
}

/* Rules in the outer loop: findings at one place come in the order of the rules. */
static void check_kernel(Arena *arena, const SourceSet *sources, const KernelFacts *kernel, MergedList *list)
{
	const Rule **rules = arena_array(arena, const Rule *, kernel->n_facts);
	RuleContext context = { .arena = arena, .sources = sources, .kernel = kernel };
	for (int f = 0; f < kernel->n_facts; f++) {
		context.fact = &kernel->facts[f];
		rules[f] = rule_of(&context);
	}
	for (int r = 0; r < N_RULES; r++) {
		for (int f = 0; f < kernel->n_facts; f++) {
			context.fact = &kernel->facts[f];
			if (rules[f] != all_rules[r])
				continue;
			const Diag diag = finding_of(rules[f], &context);
			merge(arena, list, rules[f], &diag);
		}
	}
}

/* --- all rules ---------------------------------------------------------------------------------- */

static int by_place(const void *left, const void *right)
{
	const Merged *a = left, *b = right;
	int c = loc_compare(a->diag.range.begin, b->diag.range.begin);
	return c ? c : a->order - b->order;
}

void run_rules(Arena *arena, const Unit *unit, const KernelFacts *kernels, int n_kernels, Preference prefer, const Trial *trial, Diags *out,
	       double *layouts_ms)
{
	MergedList list = { 0 };
	KnownList known = { 0 };
	for (int i = 0; i < out->n; i++)
		vec_push(arena, &list, ((Merged){ .diag = out->at[i], .order = i }));
	for (int k = 0; k < n_kernels; k++)
		check_kernel(arena, unit->sources, &kernels[k], &list);
	const double start = usage_now().ms;
	for (int i = out->n; i < list.n; i++) {
		const Rule *rule = list.at[i].rule;
		const bool may_help = (rule->layout_may_help || rule->layout_may_settle) && list.at[i].diag.fact->object;
		if (may_help && !(rule->layout_may_help && add_tile_advice(arena, kernels, n_kernels, &list.at[i])))
			add_advice(arena, unit, kernels, n_kernels, prefer, trial, &known, rule, &list.at[i].diag);
		note_merged(arena, unit->sources, &list.at[i]);
	}
	if (layouts_ms)
		*layouts_ms = usage_now().ms - start;
	if (list.n > 0)
		qsort(list.at, (size_t)list.n, sizeof list.at[0], by_place);
	*out = (Diags){ 0 };
	for (int i = 0; i < list.n; i++)
		vec_push(arena, out, list.at[i].diag);
}
