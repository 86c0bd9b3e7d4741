#include "codegen/complete.h"

#include <stdlib.h>
#include <string.h>

#include "base/mangled.h"

/* The facts of one kind at one line. */
typedef struct Both {
	int file, line;
	AccessKind kind;
	VEC(const Fact *) source, compiled;
} Both;

typedef struct Ctx {
	Arena *arena, *scratch;
	const Unit *unit;
	const char *by; /* "the PTX of nvcc 13.0 for sm_90" */
	const KernelFacts *source, *compiled;
	CodeComparison *out;
	VEC(Both) lines;
	VEC(Fact) facts; /* the result */
} Ctx;

/* --- lines ---------------------------------------------------------------------------------------- */

static Both *line_of(Ctx *ctx, int file, int line, AccessKind kind)
{
	for (int i = ctx->lines.n; i-- > 0;) {
		Both *old = &ctx->lines.at[i];
		if (old->line == line && old->file == file && old->kind == kind)
			return old;
	}
	vec_push(ctx->scratch, &ctx->lines, ((Both){ .file = file, .line = line, .kind = kind }));
	return &ctx->lines.at[ctx->lines.n - 1];
}

/* The source's access that spans the line; NULL: there is none. */
static Both *line_around(Ctx *ctx, int file, int line, AccessKind kind)
{
	for (int i = 0; i < ctx->lines.n; i++) {
		Both *old = &ctx->lines.at[i];
		if (old->file != file || old->kind != kind)
			continue;
		if (old->line == line)
			return old;
		for (int k = 0; k < old->source.n; k++)
			if (old->source.at[k]->range.begin.line <= line && line <= old->source.at[k]->range.end.line)
				return old;
	}
	return NULL;
}

static void gather(Ctx *ctx)
{
	for (int i = 0; i < ctx->source->n_facts; i++) {
		const Fact *fact = &ctx->source->facts[i];
		vec_push(ctx->scratch, &line_of(ctx, fact->range.begin.file, fact_line(fact), fact->kind)->source, fact);
	}
	for (int i = 0; i < ctx->compiled->n_facts; i++) {
		const Fact *fact = &ctx->compiled->facts[i];
		const int file = fact->range.begin.file, line = fact_line(fact);
		Both *both = line_around(ctx, file, line, fact->kind);
		both = both ? both : line_of(ctx, file, line, fact->kind);
		vec_push(ctx->scratch, &both->compiled, fact);
	}
}

/* --- what is known -------------------------------------------------------------------------------- */

typedef struct Known {
	int doubt;                 /* 0: exact */
	int64_t wavefronts, ideal; /* sums */
} Known;

static int doubt_of(Certainty certainty)
{
	static const int doubts[] = {
		[CERTAINTY_EXACT] = 0,    [CERTAINTY_UNIT] = 0, [CERTAINTY_BOUND] = 1,
		[CERTAINTY_SYMBOLIC] = 1, [CERTAINTY_DATA] = 2, [CERTAINTY_UNKNOWN] = 3,
	};
	return doubts[certainty];
}

static Known known_of(const Fact *const *facts, int n)
{
	Known known = { 0 };
	for (int i = 0; i < n; i++) {
		const int doubt = doubt_of(facts[i]->certainty);
		known.doubt = doubt > known.doubt ? doubt : known.doubt;
		known.wavefronts += facts[i]->wavefronts;
		known.ideal += fact_profiled(facts[i]);
	}
	return known;
}

static bool same_ratio(const Known *a, const Known *b)
{
	return a->wavefronts * b->ideal == b->wavefronts * a->ideal;
}

/* --- the PTX's facts in the source ---------------------------------------------------------------- */

/* The shared variable of this name; NULL: it is not known which. */
static const Var *object_in_source(const Ctx *ctx, const Var *object, const Func *kernel)
{
	const Var *found = NULL;
	for (int i = 0; i < ctx->unit->n_vars; i++) {
		const Var *var = ctx->unit->vars[i];
		if (var->kind != object->kind || strcmp(var->name, object->name) != 0 ||
		    (var->kind == VAR_SHARED && var->type->size != object->type->size))
			continue;
		if (var->owner == kernel)
			return var;
		if (found && !loc_same(found->loc, var->loc))
			return NULL;
		found = var;
	}
	return found;
}

static const LaunchShape *launch_in_source(const Ctx *ctx, const LaunchShape *launch)
{
	if (ctx->source && launch == ctx->compiled->launch)
		return ctx->source->launch;
	LaunchShape *copy = arena_dup(ctx->arena, launch, sizeof *launch);
	for (int i = 0; i < ctx->unit->n_kernels; i++)
		if (ctx->unit->kernels[i]->mangled && mangled_same(ctx->unit->kernels[i]->mangled, launch->kernel->mangled))
			copy->kernel = ctx->unit->kernels[i];
	return copy;
}

/* like: a fact of the source on the same line, or NULL. */
static void adopt(Ctx *ctx, const Fact *from, const Fact *like, const char *text)
{
	Fact fact = *from;
	const Var *object = from->object ? object_in_source(ctx, from->object, like ? like->launch->kernel : NULL) : NULL;
	fact.launch = launch_in_source(ctx, from->launch);
	fact.object = object ? object : from->object;
	fact.code = CODE_FROM_PTX;
	fact.code_text = text;
	if (like) {
		fact.range = like->range;
		fact.stack = like->stack;
		fact.site = like->site;
	}
	vec_push(ctx->arena, &ctx->facts, fact);
}

static void adopt_line(Ctx *ctx, const Both *both)
{
	const Fact *least = NULL;
	for (int i = 0; i < both->source.n; i++)
		if (!least || doubt_of(both->source.at[i]->certainty) > doubt_of(least->certainty))
			least = both->source.at[i];
	const char *text = !least ? arena_printf(ctx->arena, "from %s: the source does not show this access", ctx->by)
				  : arena_printf(ctx->arena, "from %s: by the source it is %s (%s)", ctx->by,
						 certainty_name(least->certainty), reason_text(least->reason));
	for (int i = 0; i < both->compiled.n; i++)
		adopt(ctx, both->compiled.at[i], least, text);
	ctx->out->taken++;
}

/* --- both ----------------------------------------------------------------------------------------- */

static void note_difference(Ctx *ctx, const Both *both, const Known *source, const Known *compiled)
{
	const Fact *fact = both->source.at[0];
	const char *text =
		arena_printf(ctx->arena, "this %s of kernel '%s' takes %lld wavefronts where %lld would do, and by %s %lld and %lld",
			     access_kind_name(both->kind), fact->launch->kernel->name, (long long)source->wavefronts,
			     (long long)source->ideal, ctx->by, (long long)compiled->wavefronts, (long long)compiled->ideal);
	vec_push(ctx->arena, &ctx->out->differences, ((CodeDifference){ fact->range, text }));
}

static void complete_line(Ctx *ctx, const Both *both)
{
	const Known source = known_of(both->source.at, both->source.n), compiled = known_of(both->compiled.at, both->compiled.n);
	const int known = doubt_of(CERTAINTY_UNKNOWN);
	if (both->compiled.n && compiled.doubt < (both->source.n ? source.doubt : known)) {
		adopt_line(ctx, both);
		return;
	}
	for (int i = 0; i < both->source.n; i++)
		vec_push(ctx->arena, &ctx->facts, *both->source.at[i]);
	if (source.doubt || compiled.doubt || !source.ideal || !compiled.ideal)
		return;
	ctx->out->compared++;
	if (!same_ratio(&source, &compiled))
		note_difference(ctx, both, &source, &compiled);
}

typedef struct Placed {
	Fact fact;
	int order;
} Placed;

static int by_place(const void *left, const void *right)
{
	const Placed *a = left, *b = right;
	const int c = loc_compare(a->fact.range.begin, b->fact.range.begin);
	return c ? c : a->order - b->order;
}

static void put_in_order(Ctx *ctx)
{
	Placed *all = arena_array(ctx->scratch, Placed, ctx->facts.n + 1);
	for (int i = 0; i < ctx->facts.n; i++)
		all[i] = (Placed){ ctx->facts.at[i], i };
	qsort(all, (size_t)ctx->facts.n, sizeof *all, by_place);
	for (int i = 0; i < ctx->facts.n; i++)
		ctx->facts.at[i] = all[i].fact;
}

static const char *words_for(Arena *arena, const char *by)
{
	return arena_printf(arena, "the PTX of %s", by ? by : "a compiler");
}

KernelFacts code_complete(Arena *arena, const Unit *unit, const char *by, const KernelFacts *source, const KernelFacts *compiled,
			  CodeComparison *out)
{
	KernelFacts result = *source;
	Ctx ctx = { .arena = arena,
		    .scratch = arena_new(),
		    .unit = unit,
		    .by = words_for(arena, by),
		    .source = source,
		    .compiled = compiled,
		    .out = out };
	gather(&ctx);
	for (int i = 0; i < ctx.lines.n; i++)
		complete_line(&ctx, &ctx.lines.at[i]);
	put_in_order(&ctx);
	result.facts = ctx.facts.at;
	result.n_facts = ctx.facts.n;
	arena_free(ctx.scratch);
	return result;
}

KernelFacts code_adopt(Arena *arena, const Unit *unit, const char *by, const KernelFacts *compiled)
{
	KernelFacts result = *compiled;
	CodeComparison none = { 0 };
	Ctx ctx = { .arena = arena, .unit = unit, .by = words_for(arena, by), .compiled = compiled, .out = &none };
	const char *text = arena_printf(arena, "from %s", ctx.by);
	for (int i = 0; i < compiled->n_facts; i++)
		adopt(&ctx, &compiled->facts[i], NULL, text);
	result.launch = launch_in_source(&ctx, compiled->launch);
	result.facts = ctx.facts.at;
	result.n_facts = ctx.facts.n;
	return result;
}
