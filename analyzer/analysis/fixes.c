#include "analysis/fixes_impl.h"

#include <string.h>

#include "base/folder.h"
#include "fix/layouts/advice.h"
#include "fix/layouts/layout_order.h"
#include "fix/launches/dynamic.h"
#include "fix/launches/elsewhere.h"
#include "fix/rewrite.h"
#include "fix/tiles.h"
#include "fix/together.h"
#include "eval/kernel.h"

/* --- one layout ------------------------------------------------------------------------------- */

/* The current text of `file` with further edits. */
static HeldText changed(Fixer *fixer, int file, const Edits *edits)
{
	SourceSet *sources = fixer->now->unit->sources;
	HeldText held = { .path = source_path(sources, file) };
	const char *text = source_text(sources, file, &held.size);
	held.text = edits_apply(fixer->arena, edits, file, text, held.size, &held.size);
	return held;
}

static void hold(Fixer *fixer, HeldTexts *held, int file, const Edits *edits)
{
	const char *path = source_path(fixer->now->unit->sources, file);
	for (int i = 0; i < held->n; i++)
		if (strcmp(held->at[i].path, path) == 0)
			return;
	if (file != fixer->now->unit->main_file)
		vec_push(fixer->arena, held, changed(fixer, file, edits));
}

static void hold_as_given(Fixer *fixer, HeldTexts *held, const HeldText *given)
{
	for (int i = 0; i < held->n; i++)
		if (strcmp(held->at[i].path, given->path) == 0)
			return;
	vec_push(fixer->arena, held, *given);
}

const Analysis *fixer_analyze(Fixer *fixer, const Edits *edits)
{
	AnalyzeOptions options = fixer->options;
	HeldTexts *held = arena_new_of(fixer->arena, HeldTexts);
	for (int i = 0; i < edits->n; i++)
		hold(fixer, held, edits->at[i].file, edits);
	for (int i = 0; i < fixer->out->edits.n; i++)
		hold(fixer, held, fixer->out->edits.at[i].file, edits);
	for (int i = 0; fixer->options.held && i < fixer->options.held->n; i++)
		hold_as_given(fixer, held, &fixer->options.held->at[i]);
	options.text = changed(fixer, fixer->now->unit->main_file, edits).text;
	options.held = held;
	options.eval.digest = true;
	return analyze(fixer->arena, &options);
}

bool fixer_compiles_worse(const Analysis *new, const Analysis *old)
{
	return new->unit->n_problems > old->unit->n_problems || new->unit->unusable;
}

static Proof prove_text(Fixer *fixer, const Moved *moved, const Analysis *new)
{
	const Analysis *old = fixer->now;
	const Remap remap = moved_remap(moved);
	EvalOptions eval = fixer->options.eval;
	KernelFacts *facts = arena_array(fixer->arena, KernelFacts, old->launches.n);
	eval.digest = true;
	eval.remap = &remap;
	if (fixer_compiles_worse(new, old))
		return (Proof){ .refuted = "the changed source does not compile" };
	for (int k = 0; k < old->launches.n; k++) {
		const KernelFacts *other = k < new->kernels.n ? &new->kernels.at[k] : NULL;
		eval.cuts = other ? &other->cuts : NULL;
		eval.hard_ops = EVAL_HARD_OPS + (other ? 2 * other->ops : 0);
		facts[k] = eval_kernel(fixer->arena, old->unit, old->launches.at[k], &eval);
	}
	return prove(fixer->arena, facts, old->launches.n, new->kernels.at, new->kernels.n, moved);
}

/* Its index in the program; -1: it is not named on the command line. */
static int named_at(const WholeProgram *whole, const char *path)
{
	const int at = whole_find(whole, path);
	return at >= 0 && whole->files.at[at].is_named ? at : -1;
}

/* Why a launch in a file that is linked with this one stays as it is; NULL: it may be changed. */
static const char *linked_edit(const Fixer *fixer, const Edit *edit)
{
	SourceSet *sources = fixer->now->unit->sources;
	const char *path = source_path(sources, edit->file);
	size_t size;
	const char *s = source_text(sources, edit->file, &size);
	if (named_at(fixer->options.whole, path) >= 0)
		return NULL;
	return arena_printf(fixer->arena, "it would change the launch in %s:%d, which is not named on the command line",
			    path_shown(fixer->arena, path), s ? text_line(s, edit->offset) : 1);
}

const char *fixer_foreign_edit(const Fixer *fixer, const Edits *edits)
{
	const Unit *unit = fixer->now->unit;
	for (int i = 0; i < edits->n; i++) {
		int file = edits->at[i].file;
		const bool is_linked = file >= fixer->now->n_own_files && !path_is_header(source_path(unit->sources, file));
		const char *why = is_linked ? linked_edit(fixer, &edits->at[i]) : NULL;
		if (why)
			return why;
		if (file != unit->main_file && !is_linked && !fixer->policy.headers)
			return "it would change another file (--fix-headers allows it)";
		if (file < 0 || unit->sources->files.at[file].is_system)
			return "it would change a system header";
		if (source_is_library(unit->sources, file))
			return "it would change a library";
	}
	return NULL;
}

static FixSafety assess(const Proof *proof, const Uses *uses, const Layout *layout, const char *obstacle, const char **why)
{
	*why = proof->refuted;
	if (proof->refuted)
		return FIX_ADVICE;
	*why = uses->obstacle ? uses->obstacle : obstacle;
	if (!*why && uses->has_aliases && !proof->complete)
		*why = "it is passed to functions, and not all its accesses are known";
	if (!*why && uses->piece && !proof->complete)
		*why = "some of its accesses are not known, and some are by vectors, copies, inline PTX or calculated addresses";
	if (!*why && !layout_keeps(layout, uses->piece))
		*why = "an access of several elements, which no launch here makes, might be split";
	if (!*why)
		return FIX_SAFE;
	return proof->complete ? FIX_UNSAFE : FIX_ADVICE;
}

/* The edits for one of the objects; returns why there are none, or NULL. */
static const char *write_layout(Fixer *fixer, const Together *together, int which, const Layout *layout, Edits *out)
{
	const Unit *unit = fixer->now->unit;
	const Var *object = together->object[which];
	Grid grid = *layout->grid;
	if (which > 0 && !grid_like(layout->grid, object, &grid))
		return "a macro in its subscripts names other variables, too";
	const char *why = rewrite(fixer->arena, unit, object, &grid, layout, &together->uses[which], out);
	if (!why && object->kind == VAR_DYNAMIC)
		why = dynamic_resize(fixer->arena, unit, fixer->now->kernels.at, fixer->now->kernels.n, object, layout, out);
	return why;
}

/* Tries one layout; *after: the analysis of the text that has it. */
static Fix try_layout(Fixer *fixer, const Together *together, const Layout *layout, const Analysis **after)
{
	const Var *object = together->object[0];
	const Loc decl = grid_loc(object, layout->grid);
	Fix fix = { .object = object, .decl = decl, .text = layout->text, .price = layout->price, .safety = FIX_ADVICE };
	Edits edits = { 0 };
	fix.why = together->why;
	if (!fix.why && together->n > 1 &&
	    !together_has_room(fixer->now->kernels.at, fixer->now->kernels.n, fixer->now->unit->arch, together, layout))
		fix.why = "a kernel would have more static shared memory than it may";
	for (int i = 0; i < together->n && !fix.why; i++)
		fix.why = write_layout(fixer, together, i, layout, &edits);
	if (!fix.why)
		fix.why = fixer_foreign_edit(fixer, &edits);
	if (!fix.why)
		fix.why = fixer_place(fixer, &edits, &fix);
	if (fix.why)
		return fix;
	const Moved moved = { together->object, together->n, layout, &edits, NULL };
	*after = fixer_analyze(fixer, &edits);
	Proof proof = prove_text(fixer, &moved, *after);
	const char *obstacle = NULL;
	for (int i = 0; i < edits.n; i++)
		if (edits.at[i].is_of_now)
			obstacle = "a length gets a number more, which holds for the present values of its names alone";
	for (int i = 0; i < together->n; i++) {
		const Var *one = together->object[i];
		if (!proof.refuted && one->kind == VAR_DYNAMIC &&
		    !dynamic_has_room(fixer->now->kernels.at, fixer->now->kernels.n, (*after)->kernels.at, (*after)->kernels.n, one,
				      layout))
			proof.refuted = "a launch would not allocate what it takes";
		if (!proof.refuted && !proof.complete && fixer_leaves_subscripts(fixer, one, &together->uses[i], layout))
			proof.refuted = "a subscript that is not made of rows comes from data";
		obstacle = obstacle ? obstacle : fixer_obstacle(fixer, one, &together->uses[i], layout);
	}
	fix.before = proof.before;
	fix.after = proof.after;
	fix.left = proof.left;
	fix.instructions = layout->instructions;
	fix.safety = assess(&proof, uses_in(&together->uses[0], layout), layout, obstacle, &fix.why);
	return fix;
}

/* --- one object ------------------------------------------------------------------------------- */

static bool is_launched_in(const Fixer *fixer, const Var *object, int file)
{
	const FactsList *kernels = &fixer->now->kernels;
	bool is = false;
	for (int k = 0; k < kernels->n && !is; k++)
		is = uses_instance(&kernels->at[k], object) &&
		     elsewhere_launched(fixer->arena, fixer->now->unit, fixer->options.whole, file, kernels->at[k].launch->kernel);
	return is;
}

/* Of dynamic shared memory in a header, whose kernel several files launch, the first file of the command line makes the fix. */
static const char *made_elsewhere(const Fixer *fixer, const Var *object)
{
	const Unit *unit = fixer->now->unit;
	const WholeProgram *whole = fixer->options.links_launches ? fixer->options.whole : NULL;
	const int own = named_at(whole, fixer->options.file);
	const char *path = NULL;
	for (int i = 0; i < own && object->kind == VAR_DYNAMIC && object->loc.file != unit->main_file && !path; i++)
		if (whole->files.at[i].is_source && is_launched_in(fixer, object, i))
			path = whole->files.at[i].path;
	return path ? arena_printf(fixer->arena, "the fix is that of %s, which launches its kernel, too", path) : NULL;
}

static bool has_fix(const Fixer *fixer, Loc decl)
{
	size_t origin;
	if (!edits_origin(&fixer->out->edits, decl.file, decl.offset, &origin))
		return true;
	for (int i = 0; i < fixer->out->at.n; i++)
		if (fixer->out->at.at[i].decl.offset == origin && fixer->out->at.at[i].decl.file == decl.file)
			return true;
	return false;
}

/* Of another object that the same edits change. */
static Fix changed_with(const Fixer *fixer, const Fix *fix, const Var *object)
{
	Fix other = *fix;
	other.object = object;
	other.name = object->name;
	other.with = arena_dup(fixer->arena, &fix->decl, sizeof fix->decl);
	other.decl = object->loc;
	other.edits = (Edits){ 0 };
	edits_origin(&fixer->out->edits, object->loc.file, object->loc.offset, &other.decl.offset);
	return other;
}

/* What the advised layouts take for all objects that they are written for: what costs a kernel a block is tried later. */
static void price_together(Fixer *fixer, const Together *together, Layout *layouts, int n)
{
	const FactsList *kernels = &fixer->now->kernels;
	for (int i = 0; i < n; i++) {
		Layout *layout = &layouts[i];
		for (int o = 1; o < together->n && layout->extra_bytes != EXTRA_UNKNOWN; o++) {
			Grid grid;
			const int64_t more = grid_like(layout->grid, together->object[o], &grid) ? layout_extra_bytes(&grid, layout) : 0;
			layout->extra_bytes = more == EXTRA_UNKNOWN ? more : layout->extra_bytes + more;
		}
		layout->blocks = occupancy_of(kernels->at, kernels->n, together->object, together->n, fixer->now->unit->arch, layout);
		layout->price = layout_price(fixer->arena, layout->grid, layout);
	}
	layouts_sort(layouts, n, fixer->options.prefer);
}

/* Whether the fix, though safer, takes more wavefronts than a better one that the policy allows, by more than one of WORTH. */
static bool gives_away(const Fixer *fixer, const Fix *best, const Fix *fix)
{
	return best->safety <= fixer->policy.most && best->edits.n && fix->after - best->after > best->after / WORTH;
}

/* Adds the object's fix: the first of the advised layouts that is safe, or that the policy allows and others do not come near; else
 * the safest; if none can be written and proven, the first with its reason. */
static void fix_object(Fixer *fixer, const Diag *diag)
{
	const Advice *advice = diag->advice;
	const Var *object = advice->object;
	Together together;
	const Loc decl = advice->loc;
	Fix best = { .object = object, .name = advice->name, .decl = decl, .safety = FIX_ADVICE, .why = "no other layout is cheaper" };
	const Analysis *after = NULL;
	together_find(fixer->arena, fixer->now->unit, object, advice->part, &together);
	const char *elsewhere = made_elsewhere(fixer, object);
	together.why = together.why ? together.why : elsewhere;
	Layout *layouts = arena_dup(fixer->arena, advice->layouts, sizeof *layouts * (size_t)advice->n_layouts);
	if (together.n > 1 && !together.why)
		price_together(fixer, &together, layouts, advice->n_layouts);
	for (int i = 0; i < advice->n_layouts + (advice->fallback != NULL) && best.safety != FIX_SAFE; i++) {
		const Analysis *tried = NULL;
		const Layout *layout = i < advice->n_layouts ? &layouts[i] : advice->fallback;
		Fix fix = try_layout(fixer, &together, layout, &tried);
		if (i > 0 && (fix.safety >= best.safety || gives_away(fixer, &best, &fix)))
			continue;
		fix.name = best.name;
		best = fix;
		after = tried;
	}
	if (!advice->n_layouts && advice->rejected)
		best.why = advice->rejected;
	if (!advice->n_layouts && advice->too_large) {
		best.text = advice->too_large->text;
		best.price = advice->too_large->price;
		best.why = "it takes more than half of its memory again (--prefer=simplicity allows it)";
	}
	best.rule = diag->rule;
	edits_origin(&fixer->out->edits, decl.file, decl.offset, &best.decl.offset);
	Fix others[MAX_TOGETHER];
	for (int i = 1; i < together.n; i++)
		others[i] = changed_with(fixer, &best, together.object[i]);
	fixer_apply(fixer, &best, after);
	vec_push(fixer->arena, &fixer->out->at, best);
	for (int i = 1; i < together.n && best.applied; i++) {
		others[i].applied = true;
		vec_push(fixer->arena, &fixer->out->at, others[i]);
	}
}

/* Whether all findings of the object are filtered out, and there are any in the original text.  Objects are compared by place:
 * after a fix they are others. */
static bool is_left_out(const Fixer *fixer, Loc at)
{
	const bool *left_out = fixer->policy.left_out;
	bool was_found = false;
	if (!left_out || !edits_origin(&fixer->out->edits, at.file, at.offset, &at.offset))
		return false;
	for (int i = 0; i < fixer->found->n; i++) {
		const Advice *advice = fixer->found->at[i].advice;
		if (!advice || !loc_same(advice->loc, at))
			continue;
		if (!left_out[i])
			return false;
		was_found = true;
	}
	return was_found;
}

static const Diag *next_object(const Fixer *fixer)
{
	const Diags *diags = &fixer->now->diags;
	for (int i = 0; i < diags->n; i++) {
		const Advice *advice = diags->at[i].advice;
		if (advice && !has_fix(fixer, advice->loc) && !is_left_out(fixer, advice->loc))
			return &diags->at[i];
	}
	return NULL;
}

static void add_file(Arena *arena, const Analysis *analysis, int file, Fixes *out)
{
	FixedFile f = { .file = file, .path = source_path(analysis->unit->sources, file) };
	for (int i = 0; i < out->files.n; i++)
		if (out->files.at[i].file == file)
			return;
	f.old_text = source_text(analysis->unit->sources, file, &f.old_size);
	f.new_text = f.old_text ? edits_apply(arena, &out->edits, file, f.old_text, f.old_size, &f.new_size) : NULL;
	vec_push(arena, &out->files, f);
}

static bool has_dynamic(const Analysis *analysis)
{
	for (int i = 0; i < analysis->diags.n; i++) {
		const Advice *advice = analysis->diags.at[i].advice;
		if (advice && advice->object->kind == VAR_DYNAMIC && (advice->n_layouts || advice->fallback))
			return true;
	}
	return false;
}

/* With all files that may launch its kernels. */
static void link_launches(Fixer *fixer)
{
	if (!fixer->options.whole || !has_dynamic(fixer->now))
		return;
	fixer->options.links_launches = true;
	fixer->now = analyze(fixer->arena, &fixer->options);
}

/* The findings that are left are those of the file, as ever. */
static const Analysis *analyze_alone(Fixer *fixer)
{
	if (!fixer->options.links_launches || !fixer->out->edits.n)
		return fixer->now;
	fixer->options.links_launches = false;
	return fixer_analyze(fixer, &(Edits){ 0 });
}

void fixes_find(Arena *arena, const AnalyzeOptions *options, const Analysis *analysis, FixPolicy policy, Fixes *out)
{
	*out = (Fixes){ 0 };
	Fixer fixer = { .arena = arena, .options = *options, .policy = policy, .now = analysis, .found = &analysis->diags, .out = out };
	fixer.options.code = NULL; /* it is not the changed text's */
	if (!policy.in_passing && !options->compiled_only)
		link_launches(&fixer);
	out->before = analysis = fixer.now;
	for (const Diag *diag = next_object(&fixer); diag && out->at.n < MAX_FIXES && !options->compiled_only; diag = next_object(&fixer))
		fix_object(&fixer, diag);
	if (!options->compiled_only)
		fix_tiles(&fixer);
	out->after = analyze_alone(&fixer);
	add_file(arena, analysis, analysis->unit->main_file, out);
	for (int i = 0; i < out->edits.n; i++)
		add_file(arena, analysis, out->edits.at[i].file, out);
}

/* --- for editors ------------------------------------------------------------------------------ */

const Var *fixes_object(const Diag *diag)
{
	return diag->tile ? diag->tile->view->var : diag->advice ? diag->advice->object : NULL;
}

int fixes_layouts(const Diag *diag)
{
	return diag->tile ? diag->tile->n_choices : diag->advice ? diag->advice->n_layouts : 0;
}

const char *fixes_words(Arena *arena, const Diag *diag, int layout)
{
	if (diag->tile) {
		const CuteChoice *choice = &diag->tile->choices[layout];
		return arena_printf(arena, "%s (%s)", choice_text(arena, diag->tile, choice), choice_price(arena, choice));
	}
	const Layout *l = &diag->advice->layouts[layout];
	return arena_printf(arena, "%s (%s, %lld wavefronts become %lld)", l->text, l->price, (long long)diag->advice->wavefronts,
			    (long long)l->wavefronts);
}

Fix fixes_try(Arena *arena, const AnalyzeOptions *options, const Analysis *analysis, const Diag *diag, int layout, FixPolicy policy)
{
	Fixes none = { .after = analysis };
	Fixer fixer = { .arena = arena, .options = *options, .policy = policy, .now = analysis, .out = &none };
	const Analysis *after = NULL;
	Together together;
	Fix fix;
	fixer.options.code = NULL; /* it is not the changed text's */
	if (diag->tile) {
		fix = try_choice(&fixer, diag->tile, layout, &after);
	} else {
		together_find(arena, analysis->unit, diag->advice->object, diag->advice->part, &together);
		fix = try_layout(&fixer, &together, &diag->advice->layouts[layout], &after);
	}
	fix.rule = diag->rule;
	return fix;
}
