#include <string.h>

#include "base/buf.h"
#include "fix/tiles.h"
#include "ir/assume.h"
#include "rules/notes.h"
#include "rules/words.h"

enum { MOST_NOTES = 32 };

const Range range_none = { .begin = { .file = -1 }, .end = { .file = -1 } };

void note_add(Arena *arena, Diag *diag, Range range, const char *text)
{
	if (text)
		vec_push(arena, &diag->notes, ((DiagNote){ .range = range, .text = text }));
}

static Range range_at(Loc loc)
{
	return (Range){ .begin = loc, .end = loc };
}

/* Whether the note names the kernel: of a template's instance, or of code in a called function, the place alone does not. */
static bool name_matters(const Fact *fact)
{
	const Func *kernel = fact->launch->kernel;
	return kernel && kernel->name && (fact->stack || strchr(kernel->name, '<'));
}

/* " with n = 4 and size.x = 16": the known arguments of the launch. */
static const char *argument_words(Arena *arena, const LaunchShape *launch)
{
	enum { MOST = 6 };
	Buf out = { 0 };
	int n = launch->n_args < MOST ? launch->n_args : MOST;
	for (int i = 0; i < n; i++) {
		bool is_last = i + 1 == n && n == launch->n_args;
		buf_puts(&out, i == 0 ? " with " : is_last ? " and " : ", ");
		launch_arg_print(&out, launch->kernel, &launch->args[i]);
		buf_printf(&out, " = %lld", (long long)launch->args[i].value);
	}
	buf_puts(&out, n < launch->n_args ? ", …" : "");
	const char *text = arena_strdup(arena, out.s);
	buf_free(&out);
	return text;
}

static void note_site(Arena *arena, Diag *diag, const LaunchShape *launch, const char *block, const char *of)
{
	const char *others = !launch->n_merged       ? ""
			     : launch->n_merged == 1 ? "; another launch has the same block"
						     : arena_printf(arena, "; %d other launches have the same block", launch->n_merged);
	int shown = 0;
	note_add(arena, diag, range_at(launch->loc),
		 arena_printf(arena, "block %s from this launch%s%s%s", block, of, argument_words(arena, launch), others));
	for (const CallSite *call = launch->calls; call && shown < 8; call = call->caller, shown++)
		note_add(arena, diag, call->range,
			 arena_printf(arena, "the launch is reached by this call of %s", name_words(arena, call->func)));
}

static void note_launch(Arena *arena, Diag *diag, const Fact *fact)
{
	const LaunchShape *launch = fact->launch;
	const char *block = block_words(arena, launch), *name = launch->kernel ? name_words(arena, launch->kernel) : "the kernel";
	Range place = range_at(launch->loc);
	const char *of = name_matters(fact) ? arena_printf(arena, " of %s", name) : "";
	switch (launch->from) {
	case BLOCK_LAUNCH:
		note_site(arena, diag, launch, block, of);
		break;
	case BLOCK_REQUIRED:
		note_add(arena, diag, place, arena_printf(arena, "block %s, as the kernel%s requires it", block, of));
		break;
	case BLOCK_BOUNDS:
		note_add(arena, diag, place, arena_printf(arena, "block %s from the launch bounds%s", block, of));
		break;
	case BLOCK_COMMENT:
		note_add(arena, diag, place, arena_printf(arena, "block %s from this comment", block));
		break;
	case BLOCK_CONFIG:
		note_add(arena, diag, range_none, arena_printf(arena, "block %s from the configuration", block));
		break;
	case BLOCK_OPTION:
		note_add(arena, diag, range_none, arena_printf(arena, "block %s from --block", block));
		break;
	case BLOCK_ASSUMED:
		if (launch->loc.file >= 0)
			note_add(arena, diag, place,
				 arena_printf(arena,
					      "the block of this launch is known only at run time: "
					      "assumed block %s%s%s",
					      block, of, argument_words(arena, launch)));
		else
			note_add(arena, diag, range_at(launch->kernel ? launch->kernel->loc : LOC_NONE),
				 arena_printf(arena, "no launch of %s found: assumed block %s", name, block));
		break;
	}
}

static void note_assumptions(Arena *arena, Diag *diag, const Fact *fact)
{
	for (int i = 0; i < fact->n_assumptions; i++) {
		const Assumption *a = fact->assumptions[i];
		note_add(arena, diag, range_at(a->loc),
			 arena_printf(arena, "assuming %s%s", a->text, a->loc.file < 0 ? " (--assume)" : ""));
	}
	if (fact->of_bases)
		note_add(arena, diag, range_none, arena_printf(arena, "assuming %s", fact_of_bases(fact)));
}

static void note_declaration(Arena *arena, Diag *diag, const Var *object)
{
	if (!object || object->loc.file < 0 || !object->name)
		return;
	note_add(arena, diag, range_at(object->loc), arena_printf(arena, "'%s' is declared here", object->name));
}

/* The cost is that of a merged, wider request, or of a narrower one. */
static void note_merging(Arena *arena, Diag *diag, const Fact *fact)
{
	if (fact->bytes < fact->written)
		note_add(arena, diag, range_none,
			 arena_printf(arena, "nvcc loads only %d of the %d bytes: nothing uses the others", fact->bytes, fact->written));
	if (fact->bytes <= fact->written)
		return;
	const char *verb = fact->kind == ACCESS_STORE ? "store" : "load";
	int n = __builtin_popcount(fact->parts);
	const char *of = fact->n_with ? "this and" : arena_printf(arena, "%d accesses of this line", n);
	for (int i = 0; i < fact->n_with; i++)
		of = arena_printf(arena, "%s%s line %d", of, i ? " and" : "", fact->with[i].begin.line);
	note_add(arena, diag, fact->n_with ? fact->with[0] : range_none,
		 arena_printf(arena, "nvcc merges %s into one %d-bit %s", of, 8 * fact->bytes, verb));
}

/* The code that nvcc generated, unless it neither confirms nor corrects anything. */
static void note_code(Arena *arena, Diag *diag, const Fact *fact)
{
	if (fact->code != CODE_CONSISTENT && fact->code != CODE_SILENT)
		note_add(arena, diag, range_none, fact->code_text);
}

void note_reason(Arena *arena, Diag *diag, const Fact *fact)
{
	if (fact->reason == REASON_NONE)
		return;
	Range place = fact->reason_loc.line > 0 ? range_at(fact->reason_loc) : range_none;
	const char *lead = fact->certainty == CERTAINTY_BOUND ? "an upper bound, since " : "";
	note_add(arena, diag, place, arena_printf(arena, "%s%s", lead, reason_text(fact->reason)));
}

static bool is_noted(const Diag *diag, const CallSite *call)
{
	bool found = loc_same(call->range.begin, diag->range.begin);
	for (int i = 0; i < diag->notes.n && !found; i++)
		found = loc_same(call->range.begin, diag->notes.at[i].range.begin);
	return found;
}

void note_more_calls(Arena *arena, const SourceSet *sources, Diag *diag, const Fact *fact)
{
	for (const CallSite *call = fact->stack; call && diag->notes.n < MOST_NOTES; call = call->caller)
		if (!source_is_library(sources, call->range.begin.file) && !is_noted(diag, call))
			note_add(arena, diag, call->range,
				 arena_printf(arena, "%s is also called from here", name_words(arena, call->func)));
}

/* The calls that lead to the access, without those within a library. */
static void note_calls(const RuleContext *context, Diag *diag)
{
	const Fact *fact = context->fact;
	int shown = 0;
	if (source_is_library(context->sources, fact->range.begin.file) && !loc_same(diag->range.begin, fact->range.begin))
		note_add(context->arena, diag, fact->range,
			 arena_printf(context->arena, "the access is here, in %s of a library",
				      name_words(context->arena, fact->stack ? fact->stack->func : fact->launch->kernel)));
	for (const CallSite *call = fact->stack; call && shown < 16; call = call->caller) {
		if (source_is_library(context->sources, call->range.begin.file) || loc_same(call->range.begin, diag->range.begin))
			continue;
		note_add(context->arena, diag, call->range,
			 arena_printf(context->arena, "%s is called from here", name_words(context->arena, call->func)));
		shown++;
	}
}

/* The layout of the CuTe tensor that is accessed. */
static void note_tile(const RuleContext *context, Diag *diag)
{
	const TensorView *view = tile_of(context->arena, context->kernel, context->fact);
	if (view)
		note_add(context->arena, diag, range_at(view->var->loc), tile_words(context->arena, view));
}

void notes_of_place(const RuleContext *context, Diag *diag)
{
	Arena *arena = context->arena;
	const Fact *fact = context->fact;
	note_tile(context, diag);
	note_calls(context, diag);
	note_merging(arena, diag, fact);
	note_launch(arena, diag, fact);
	note_assumptions(arena, diag, fact);
	note_code(arena, diag, fact);
	note_declaration(arena, diag, fact->object);
}
