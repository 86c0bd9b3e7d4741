/* What may see an object's layout although every access that a launch makes was compared. */
#include "analysis/fixes_impl.h"

#include <string.h>

#include "core/tokens.h"
#include "fix/launches/dynamic.h"
#include "fix/named.h"
#include "fix/record.h"
#include "fix/rewrite.h"
#include "ir/raw.h"
#include "ir/walk.h"

static bool is_reached(const Analysis *analysis, const Expr *site)
{
	for (int k = 0; k < analysis->kernels.n; k++)
		for (int f = 0; f < analysis->kernels.at[k].n_facts; f++) {
			const Fact *fact = &analysis->kernels.at[k].facts[f];
			if (fact->site == site || (fact->site && loc_same(fact->site->range.begin, site->range.begin)))
				return true;
		}
	return false;
}

static bool all_reached(const Fixer *fixer, const ExprList *sites)
{
	for (int i = 0; i < sites->n; i++)
		if (!is_reached(fixer->now, sites->at[i]))
			return false;
	return true;
}

/* --- subscripts ------------------------------------------------------------------------------------------ */

static void unscaled(const Fixer *fixer, const Var *object, const Uses *uses, const Layout *layout, ExprList *out)
{
	Grid grid;
	if (layout->kind == LAYOUT_PAD && layout->grid->is_flat && !layout->by_function && grid_like(layout->grid, object, &grid))
		rewrite_unscaled(fixer->arena, fixer->now->unit, object, &grid, layout, uses, out);
}

bool fixer_leaves_subscripts(const Fixer *fixer, const Var *object, const Uses *uses, const Layout *layout)
{
	ExprList sites = { 0 };
	unscaled(fixer, object, uses, layout, &sites);
	return sites.n > 0;
}

/* "mine = tile + t * 32": no access. */
static bool sets_pointer(const Expr *e)
{
	return e->kind == EX_STORE && e->arg[0]->kind == EX_ADDR && e->arg[0]->var->kind == VAR_LOCAL;
}

/* Where parts move, what reaches one by the pointers of another would have to move with it. */
static const char *parts_obstacle(const Fixer *fixer, const Var *object, const Layout *layout)
{
	for (int i = 0; i < object->n_places && layout->grid->place && layout->pad; i++) {
		Uses uses;
		uses_find(fixer->arena, fixer->now->unit, object, (Part){ NULL, &object->places[i] }, &uses);
		if (uses.obstacle)
			return arena_printf(fixer->arena, "of a pointer that divides its memory %s", uses.obstacle);
		for (int u = 0; u < uses.at.n; u++)
			if (uses.at.at[u].expr && !sets_pointer(uses.at.at[u].expr) && !is_reached(fixer->now, uses.at.at[u].expr))
				return "its memory is accessed where no launch here goes";
	}
	return NULL;
}

/* --- calls that are constants -------------------------------------------------------------------------------- */

static bool is_same_type(const Type *a, const Type *b)
{
	if (a->kind != b->kind || a->size != b->size)
		return false;
	if (a->kind == TY_ARRAY)
		return a->count == b->count && is_same_type(a->elem, b->elem);
	return a->kind != TY_RECORD || strcmp(a->name, b->name) == 0;
}

/* `part`, an array or a record, is the type or that of something in it. */
static bool has_part(const Type *type, const Type *part)
{
	if (is_same_type(type, part))
		return true;
	for (int i = 0; type->kind == TY_RECORD && i < type->n_fields; i++)
		if (has_part(type->fields[i].type, part))
			return true;
	return type->kind == TY_ARRAY && has_part(type->elem, part);
}

static void note_call(void *data, const Expr *e)
{
	bool *is_called = data;
	if (e->kind == EX_CALL && e->func)
		is_called[e->func->id] = true;
}

static bool takes_part(const Func *func, const Type *type)
{
	for (int i = func->self != NULL; i < func->n_params; i++) { /* an object's type is not deduced */
		const Type *param = func->params[i]->type;
		if (param->kind == TY_PTR && param->elem && (param->elem->kind == TY_ARRAY || param->elem->kind == TY_RECORD) &&
		    has_part(type, param->elem))
			return true;
	}
	return false;
}

/* A template that gives a type's size or an array's length is no longer called in the tree: its calls are numbers there. */
static bool is_measured_by_template(const Fixer *fixer, const Var *object)
{
	const Unit *unit = fixer->now->unit;
	bool *is_called = arena_array(fixer->arena, bool, unit->n_func_ids);
	for (int i = 0; i < unit->n_funcs; i++) {
		Walk walk = { .expr = note_call, .data = is_called };
		walk_stmt(&walk, unit->funcs[i]->body);
	}
	for (int i = 0; i < unit->n_funcs; i++) {
		const Func *func = unit->funcs[i];
		if (func_deduces(func) && func->kind != FN_KERNEL && !is_called[func->id] && takes_part(func, var_seen_type(object)))
			return true;
	}
	return false;
}

/* --- code that is not compiled here -------------------------------------------------------------------------- */

static bool has_name(const void *name, const Var *var)
{
	return strcmp(var->name, name) == 0;
}

static bool has_condition(const char *s, size_t n)
{
	for (const char *at = s; (at = memchr(at, '#', n - (size_t)(at - s))) != NULL; at++) {
		const char *word = at + 1;
		while (word < s + n && strchr(" \t", *word))
			word++;
		if (word + 2 <= s + n && memcmp(word, "if", 2) == 0)
			return true;
	}
	return false;
}

/* Whether the function's text names the variable where the compiler did not see it: below a condition of the preprocessor. */
static bool is_named_unseen(const Fixer *fixer, const Func *func, const Var *var)
{
	const Unit *unit = fixer->now->unit;
	size_t size;
	const char *s = source_text(unit->sources, func->range.begin.file, &size);
	const size_t begin = func->range.begin.offset, end = func->range.end.offset;
	LocList names = { 0 };
	if (!s || end > size || begin >= end || !has_condition(s + begin, end - begin))
		return false;
	named_find(fixer->arena, unit, has_name, var->name, &names);
	Text text = { .s = s, .n = end, .at = begin };
	for (Token token = token_next_code(&text); token.kind != TK_END; token = token_next_code(&text))
		if (token_is(&text, token, var->name) && token.begin != var->loc.offset &&
		    !named_has(&names, func->range.begin.file, token.begin))
			return true;
	return false;
}

static const char *skipped_obstacle(const Fixer *fixer, const Uses *uses, const Layout *layout)
{
	const bool changes = layout->grid->is_flat || layout_swizzles(layout) || layout->kind == LAYOUT_EXCHANGE;
	for (int i = 0; i < uses->names.n && changes; i++)
		if (uses->names.at[i]->owner && is_named_unseen(fixer, uses->names.at[i]->owner, uses->names.at[i]))
			return "code that is not compiled here (#if) names it, too";
	return NULL;
}

/* --- all of them ------------------------------------------------------------------------------------------------ */

static const char *type_obstacle(const Fixer *fixer, const Var *object, const Uses *uses, const Layout *layout)
{
	SourceSet *sources = fixer->now->unit->sources;
	if (layout->kind == LAYOUT_RECORD_PAD && !record_is_only_of(sources, layout->grid->type, object, &uses->declared))
		return "its element type may be used elsewhere";
	if (!layout->grid->member)
		return NULL;
	if (uses->is_deduced)
		return "a template gets it, which may depend on its type";
	return record_is_only_of(sources, layout->grid->holder, object, &uses->declared) ? NULL : "its type may be used elsewhere";
}

const char *fixer_obstacle(const Fixer *fixer, const Var *object, const Uses *uses, const Layout *layout)
{
	ExprList sites = { 0 };
	const char *why = type_obstacle(fixer, object, uses, layout);
	if (!why && object->kind == VAR_DYNAMIC)
		why = dynamic_obstacle(fixer->arena, fixer->now->unit, fixer->options.whole, fixer->now->kernels.at, fixer->now->kernels.n,
				       object, layout);
	/* What is added to addresses is compared where it is accessed, if a launch here does that. */
	if (!why && !all_reached(fixer, &uses->calculated))
		why = "it is accessed at a calculated address, which no launch here shows";
	unscaled(fixer, object, uses, layout, &sites);
	if (!why && !all_reached(fixer, &sites))
		why = "a subscript that is not made of rows is used where no launch here goes";
	const bool has_lengths = layout->pad || layout->kind == LAYOUT_EXCHANGE; /* other ones */
	if (!why && has_lengths && is_measured_by_template(fixer, object))
		why = "a template gets it, which may depend on its length";
	if (!why)
		why = parts_obstacle(fixer, object, layout);
	return why ? why : skipped_obstacle(fixer, uses, layout);
}
