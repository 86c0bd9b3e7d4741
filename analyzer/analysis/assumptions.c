#include "analysis/assumptions.h"
#include "eval/kernel.h"

#include <string.h>

/* With more assumptions none is left out by itself to see its effect. */
enum { MAX_TRIED = 16 };

/* --- gathering ---------------------------------------------------------------------------------- */

typedef struct Ctx {
	Arena *arena;
	const Unit *unit;
	const Func *kernel;
	AssumptionList *out;
	AssumeProblems *problems;
} Ctx;

static void add_problem(const Ctx *ctx, Loc loc, const char *message)
{
	vec_push(ctx->arena, ctx->problems, ((AssumeProblem){ loc, message }));
}

/* text: the comment or option that contains the assumption; begin: its place, or LOC_NONE for an option. */
static void add_checked(const Ctx *ctx, const Assumption *a, Loc begin, const char *text)
{
	size_t at = 0;
	const char *problem = assume_name_problem(ctx->arena, ctx->unit, ctx->kernel, a, &at);
	if (!problem)
		vec_push(ctx->arena, ctx->out, a);
	else if (begin.file >= 0)
		add_problem(ctx, assume_loc(begin, text, at), arena_printf(ctx->arena, "assumption '%s' is ignored: %s", a->text, problem));
	else if (text)
		add_problem(ctx, LOC_NONE, arena_printf(ctx->arena, "--assume '%s' is ignored: %s", text, problem));
}

static void add_comment(const Ctx *ctx, const Directive *d)
{
	Assumptions *list = arena_new_of(ctx->arena, Assumptions);
	AssumeError error;
	bool whole = assume_parse(ctx->arena, d->text, d->text_loc, list, &error);
	for (int i = 0; i < list->n; i++)
		add_checked(ctx, &list->at[i], d->text_loc, d->text);
	if (!whole)
		add_problem(ctx, assume_loc(d->text_loc, d->text, error.at),
			    arena_printf(ctx->arena, "this assumption cannot be read: %s", error.message));
}

void kernel_assumptions(Arena *arena, const Unit *unit, const Func *kernel, const AssumeOptions *options, AssumptionList *out,
			AssumeProblems *problems)
{
	const Ctx ctx = { arena, unit, kernel, out, problems };
	for (int i = 0; i < unit->n_directives; i++)
		if (unit->directives[i].func == kernel && strcmp(unit->directives[i].verb, "assume") == 0)
			add_comment(&ctx, &unit->directives[i]);
	for (int i = 0; i < options->n; i++) {
		const AssumeOption *option = &options->at[i];
		if (option->kernel && !assume_option_names(option, kernel))
			continue;
		for (int k = 0; k < option->list.n; k++)
			add_checked(&ctx, &option->list.at[k], LOC_NONE, option->kernel ? option->text : NULL);
	}
}

/* --- contradictions ----------------------------------------------------------------------------- */

static bool agree(Arena *arena, const Unit *unit, const LaunchShape *launch, const Assumption *a, const Assumption *b)
{
	const Assumption *list[] = { a, b };
	LaunchShape shape = *launch;
	shape.assumptions = list;
	shape.n_assumptions = b ? 2 : 1;
	return assume_agree(arena, unit, &shape);
}

static const char *place_words(Arena *arena, const Unit *unit, Loc loc)
{
	if (loc.file < 0)
		return "--assume";
	return arena_printf(arena, "%s:%d:%d", source_path(unit->sources, loc.file), loc.line, loc.column);
}

/* Prints the launch's arguments that a term names: " (n is 512".  True: it names an argument or a built-in variable. */
static bool print_arguments(Buf *out, const LaunchShape *launch, const AssumeTerm *t)
{
	if (!t)
		return false;
	bool any = print_arguments(out, launch, t->a);
	any = print_arguments(out, launch, t->b) || any;
	if (t->kind != TERM_NAME)
		return any;
	for (int i = 0; i < launch->n_args; i++) {
		Buf name = { 0 };
		launch_arg_print(&name, launch->kernel, &launch->args[i]);
		bool is = strcmp(name.s, t->name) == 0;
		buf_free(&name);
		if (!is)
			continue;
		buf_printf(out, "%s%s is %lld", out->n ? ", " : " (", t->name, (long long)launch->args[i].value);
		any = true;
	}
	const char *dot = strchr(t->name, '.');
	return any || (dot && dot - t->name > 3 && (!strncmp(dot - 3, "Dim", 3) || !strncmp(dot - 3, "Idx", 3)));
}

/* The part of the launch that the assumption contradicts, as text; NULL: it names nothing of the launch. */
static const char *launch_words(Arena *arena, const Unit *unit, const LaunchShape *launch, const Assumption *a)
{
	Buf args = { 0 };
	bool any = print_arguments(&args, launch, a->a);
	any = print_arguments(&args, launch, a->b) || any;
	const int *b = launch->block;
	const char *where =
		launch->from == BLOCK_LAUNCH ? arena_printf(arena, "the launch at %s, ", place_words(arena, unit, launch->loc)) : "the ";
	const char *words = arena_printf(arena, "%sblock %dx%dx%d%s%s", where, b[0], b[1], b[2], args.n ? args.s : "", args.n ? ")" : "");
	buf_free(&args);
	return any ? words : NULL;
}

/* An earlier assumption that it contradicts, or NULL. */
static const Assumption *find_contradicted(Arena *arena, const Unit *unit, const LaunchShape *launch, const Assumption *a)
{
	for (int i = 0; i < launch->n_assumptions && launch->assumptions[i] != a; i++) {
		const Assumption *before = launch->assumptions[i];
		if (agree(arena, unit, launch, before, NULL) && !agree(arena, unit, launch, before, a))
			return before;
	}
	return NULL;
}

const char *assumption_conflict(Arena *arena, const Unit *unit, const LaunchShape *launch, const Refuted *refuted)
{
	const Assumption *a = refuted->assumption;
	if (refuted->loc.file >= 0)
		return arena_printf(arena, "assumption '%s' does not hold at %s: ignored from there on", a->text,
				    place_words(arena, unit, refuted->loc));
	if (!agree(arena, unit, launch, a, NULL)) {
		const char *words = launch_words(arena, unit, launch, a);
		return words ? arena_printf(arena, "assumption '%s' contradicts %s: ignored for it", a->text, words)
			     : arena_printf(arena, "assumption '%s' can never hold: ignored", a->text);
	}
	const Assumption *other = find_contradicted(arena, unit, launch, a);
	if (other)
		return arena_printf(arena, "assumption '%s' contradicts '%s' (%s): ignored", a->text, other->text,
				    place_words(arena, unit, other->loc));
	return arena_printf(arena, "assumption '%s' contradicts earlier assumptions: ignored", a->text);
}

/* --- facts that depend on assumptions ------------------------------------------------------------ */

static bool same_cost(const Fact *a, const Fact *b)
{
	return a->certainty == b->certainty && a->warps == b->warps && a->wavefronts == b->wavefronts && a->ideal == b->ideal &&
	       a->count_known == b->count_known && a->modulus == b->modulus && a->n_cases == b->n_cases;
}

static bool is_among(const Fact *fact, const KernelFacts *kernel)
{
	for (int i = 0; i < kernel->n_facts; i++)
		if (fact_same_access(fact, &kernel->facts[i]) && fact->object == kernel->facts[i].object &&
		    same_cost(fact, &kernel->facts[i]))
			return true;
	return false;
}

/* Sets changed[] for facts that differ when only the assumptions of `list` hold.  True: some differ, or their number does. */
static bool find_changed(const Unit *unit, const EvalOptions *options, const KernelFacts *kernel, const AssumptionList *list, bool *changed)
{
	Arena *arena = arena_new();
	LaunchShape shape = *kernel->launch;
	shape.assumptions = list->at;
	shape.n_assumptions = list->n;
	KernelFacts without = eval_kernel(arena, unit, &shape, options);
	bool any = without.n_facts != kernel->n_facts;
	for (int f = 0; f < kernel->n_facts; f++) {
		changed[f] = !is_among(&kernel->facts[f], &without);
		any = any || changed[f];
	}
	arena_free(arena);
	return any;
}

/* The assumptions that held at least until some place in the kernel, without `except`. */
static AssumptionList in_force(Arena *arena, const KernelFacts *kernel, const Assumption *except)
{
	AssumptionList list = { 0 };
	for (int i = 0; i < kernel->launch->n_assumptions; i++) {
		const Assumption *a = kernel->launch->assumptions[i];
		bool never = a == except;
		for (int k = 0; k < kernel->n_refuted; k++)
			never = never || (kernel->refuted[k].assumption == a && kernel->refuted[k].loc.file < 0);
		if (!never)
			vec_push(arena, &list, a);
	}
	return list;
}

static void rest_on(Arena *arena, Fact *fact, const Assumption *a)
{
	const Assumption **list = arena_array(arena, const Assumption *, fact->n_assumptions + 1);
	for (int i = 0; i < fact->n_assumptions; i++)
		list[i] = fact->assumptions[i];
	list[fact->n_assumptions++] = a;
	fact->assumptions = list;
}

/* If a fact changes only without several assumptions together, it depends on all. */
static void attribute_all(Arena *arena, const AssumptionList *all, Fact *facts, int n_facts, const bool *changed)
{
	for (int f = 0; f < n_facts; f++) {
		bool none = changed[f] && !facts[f].n_assumptions;
		for (int i = 0; none && i < all->n; i++)
			rest_on(arena, &facts[f], all->at[i]);
	}
}

void assumptions_attribute(Arena *arena, const Unit *unit, const EvalOptions *options, KernelFacts *kernel, AssumptionList *used)
{
	const AssumptionList all = in_force(arena, kernel, NULL), none = { 0 };
	int n_facts = kernel->n_facts, n_used = used->n;
	if (!all.n)
		return;
	Fact *facts = n_facts ? arena_dup(arena, kernel->facts, sizeof *facts * (size_t)n_facts) : NULL;
	bool *changed = arena_array(arena, bool, n_facts + 1);
	for (int i = 0; i < all.n && all.n <= MAX_TRIED; i++) {
		const AssumptionList others = in_force(arena, kernel, all.at[i]);
		if (find_changed(unit, options, kernel, &others, changed))
			vec_push(arena, used, all.at[i]);
		for (int f = 0; f < n_facts; f++)
			if (changed[f])
				rest_on(arena, &facts[f], all.at[i]);
	}
	if (find_changed(unit, options, kernel, &none, changed) && used->n == n_used)
		for (int i = 0; i < all.n; i++)
			vec_push(arena, used, all.at[i]);
	attribute_all(arena, &all, facts, n_facts, changed);
	kernel->facts = facts;
}
