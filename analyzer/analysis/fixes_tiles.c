/* Fixes of CuTe's tensors: a swizzle or a padding where the layout is written, proven by analysing the changed text. */
#include "analysis/fixes_impl.h"

#include <string.h>

#include "eval/kernel.h"
#include "fix/layouts/advice.h"
#include "fix/tile_edit.h"

enum { MAX_TRIES = 16, LARGE_UNIT = 2000 /* functions */ };

/* --- the proof -------------------------------------------------------------------------------------- */

/* The kernel's facts before the change: its tensors are those of any launch. */
static const KernelFacts *facts_of(const Analysis *analysis, const Func *kernel)
{
	for (int i = 0; i < analysis->kernels.n; i++)
		if (analysis->kernels.at[i].launch->kernel == kernel)
			return &analysis->kernels.at[i];
	return NULL;
}

/* The wavefronts of both are added to the proof; *changes: some tensor has another layout. */
static void prove_launch(Fixer *fixer, Proof *proof, const LaunchShape *launch, const KernelFacts *new, bool *changes)
{
	EvalOptions eval = fixer->options.eval;
	const KernelFacts *old = facts_of(fixer->now, launch->kernel);
	if (!old) {
		proof->refuted = "kernels or launches would appear or disappear";
		return;
	}
	const TileMoves moves = tile_moves(fixer->arena, old, new);
	const Moved moved = { .tiles = &moves };
	const Remap remap = moved_remap(&moved);
	proof->refuted = moves.why;
	for (int i = 0; i < moves.at.n; i++)
		*changes = *changes || moves.at.at[i].changes;
	if (proof->refuted)
		return;
	eval.digest = true;
	eval.remap = &remap;
	const KernelFacts remapped = eval_kernel(fixer->arena, fixer->now->unit, launch, &eval);
	prove_kernel(fixer->arena, proof, &remapped, new, &moved);
}

static Proof prove_tiles(Fixer *fixer, const Analysis *new)
{
	const Analysis *old = fixer->now;
	Proof proof = { .complete = true };
	bool changes = false;
	if (fixer_compiles_worse(new, old))
		proof.refuted = "the changed source does not compile";
	else if (old->launches.n != new->kernels.n)
		proof.refuted = "kernels or launches would appear or disappear";
	for (int k = 0; k < old->launches.n && !proof.refuted; k++)
		prove_launch(fixer, &proof, old->launches.at[k], &new->kernels.at[k], &changes);
	if (!proof.refuted && !changes)
		proof.refuted = "the layout that would be changed is not this tensor's";
	if (!proof.refuted && proof.after >= proof.before)
		proof.refuted = "it would save nothing over all launches";
	if (!proof.refuted && !proof.complete)
		proof.refuted = "not all its accesses are known";
	return proof;
}

/* --- one tensor ------------------------------------------------------------------------------------- */

Fix try_choice(Fixer *fixer, const TileAdvice *advice, int index, const Analysis **after)
{
	const CuteChoice *choice = &advice->choices[index];
	const Var *var = advice->view->var;
	Edits edits = { 0 };
	Fix fix = { .object = var, .name = var->name, .decl = var->loc, .safety = FIX_ADVICE };
	fix.text = choice_text(fixer->arena, advice, choice);
	fix.price = choice_price(fixer->arena, choice);
	fix.why = tile_edit(fixer->arena, fixer->now->unit, advice, choice, &edits);
	if (!fix.why)
		fix.why = fixer_foreign_edit(fixer, &edits);
	if (!fix.why)
		fix.why = fixer_place(fixer, &edits, &fix);
	if (!fix.why && fixer->tries++ >= MAX_TRIES)
		fix.why = "enough was tried: run again";
	if (fix.why)
		return fix;
	*after = fixer_analyze(fixer, &edits);
	const Proof proof = prove_tiles(fixer, *after);
	fix.before = proof.before;
	fix.after = proof.after;
	fix.why = proof.refuted;
	fix.safety = proof.refuted ? FIX_ADVICE : FIX_SAFE;
	return fix;
}

static bool origin_of(const Fixer *fixer, const Var *var, Loc *out)
{
	*out = var->loc;
	return edits_origin(&fixer->out->edits, out->file, out->offset, &out->offset);
}

/* A tensor in a template has a layout in each of its instances. */
static bool has_tile_fix(const Fixer *fixer, const TileAdvice *advice, const char *words)
{
	Loc at;
	if (!origin_of(fixer, advice->view->var, &at))
		return true;
	for (int i = 0; i < fixer->out->at.n; i++) {
		const Fix *fix = &fixer->out->at.at[i];
		if (fix->tile && loc_same(fix->decl, at) && strcmp(fix->tile, words) == 0)
			return true;
	}
	return false;
}

static void fix_tile(Fixer *fixer, const Diag *diag, const TileAdvice *advice, const char *words)
{
	const Analysis *after = NULL;
	const Var *var = advice->view->var;
	Fix best = { .object = var, .name = var->name, .decl = var->loc, .safety = FIX_ADVICE, .why = advice->why };
	for (int i = 0; i < advice->n_choices && best.safety != FIX_SAFE; i++) {
		const Analysis *tried = NULL;
		const Fix fix = try_choice(fixer, advice, i, &tried);
		if (i > 0 && fix.safety >= best.safety)
			continue;
		best = fix;
		after = tried;
	}
	best.rule = diag->rule;
	best.tile = words;
	origin_of(fixer, advice->view->var, &best.decl);
	fixer_apply(fixer, &best, after);
	vec_push(fixer->arena, &fixer->out->at, best);
}

static const TileAdvice *about(const Diag *diag, Loc var)
{
	const TileAdvice *advice = diag->tile;
	while (advice && !loc_same(advice->view->var->loc, var))
		advice = advice->next;
	return advice;
}

/* Whether all findings of the tensor are filtered out, and there are any in the original text. */
static bool is_left_out(const Fixer *fixer, const TileAdvice *advice)
{
	Loc at;
	bool was_found = false;
	if (!fixer->policy.left_out || !origin_of(fixer, advice->view->var, &at))
		return false;
	for (int i = 0; i < fixer->found->n; i++) {
		if (!about(&fixer->found->at[i], at))
			continue;
		if (!fixer->policy.left_out[i])
			return false;
		was_found = true;
	}
	return was_found;
}

/* Whether a fix was made: the diagnostics are others then. */
static bool fix_next(Fixer *fixer, const Diag *diag)
{
	for (const TileAdvice *advice = diag->tile; advice && fixer->out->at.n < MAX_FIXES; advice = advice->next) {
		const char *words = tile_words(fixer->arena, advice->view);
		if (!words || has_tile_fix(fixer, advice, words) || is_left_out(fixer, advice))
			continue;
		fix_tile(fixer, diag, advice, words);
		if (fixer->out->at.at[fixer->out->at.n - 1].applied)
			return true;
	}
	return false;
}

void fix_tiles(Fixer *fixer)
{
	if (fixer->policy.in_passing && fixer->now->unit->n_func_ids > LARGE_UNIT)
		return;
	for (int i = 0; i < fixer->now->diags.n; i++)
		if (fix_next(fixer, &fixer->now->diags.at[i]))
			i = -1;
}

bool fix_is_for(Arena *arena, const Fix *fix, const Diag *diag)
{
	const TileAdvice *advice = fix->tile ? about(diag, fix->decl) : NULL;
	for (; advice; advice = advice->next)
		if (loc_same(advice->view->var->loc, fix->decl) && strcmp(fix->tile, tile_words(arena, advice->view)) == 0)
			return true;
	return !fix->tile && diag->advice && loc_same(fix->decl, diag->advice->loc);
}
