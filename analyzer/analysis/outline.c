#include "analysis/outline_impl.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "ir/bytes/flow.h"
#include "ir/link.h"

/* --- outlines ------------------------------------------------------------------------------------- */

static int number_in(Outlines *o, Outline *outline, ItemKind kind, const void *at)
{
	return outline_number(o->arena, &o->in_outline, &outline->items, kind, at);
}

/* The text, and which numbers its items have in the outline. */
static void put_text(Outlines *o, Outline *outline, const Text *text)
{
	outline->is_odd = outline->is_odd || text->is_odd;
	outline_put_all(o, (const int64_t[]){ (int64_t)text->hash.low, (int64_t)text->hash.high, text->items.n, text->groups.n }, 4);
	for (int i = 0; i < text->items.n; i++)
		outline_put(o, number_in(o, outline, text->items.at[i].kind, text->items.at[i].at));
	for (int i = 0; i < text->groups.n; i++)
		outline_put(o, outline_group(o->arena, &outline->groups, text->groups.at[i]));
}

static void put_shape(Outlines *o, BlockShape shape)
{
	outline_put_all(o, (const int64_t[]){ shape.x, shape.y, shape.z }, 3);
}

static void put_func(Outlines *o, Outline *outline, const Func *func)
{
	const int64_t numbers[] = {
		(int64_t)func->kind | func->is_system << 8 | func->is_external << 9 | func->is_declared << 10 | func->is_contested << 11 |
			func->no_inline << 12 | func->is_block_fixed << 13,
		func->definition ? number_in(o, outline, ITEM_FUNC, func->definition) : NONE,
		number_in(o, outline, ITEM_TYPE, func->result),
		number_in(o, outline, ITEM_TYPE, func->self),
		func->dynamic_bytes,
		func->n_params,
	};
	outline_put_all(o, numbers, sizeof numbers / sizeof *numbers);
	outline_put_name(o, func->base_name);
	outline_put_name(o, func->broken);
	put_shape(o, func->max_threads);
	put_shape(o, func->cluster);
	outline_put_range(o, &func->range);
	for (int i = 0; i < func->n_params; i++)
		outline_put(o, number_in(o, outline, ITEM_VAR, func->params[i]));
	if (!func->body)
		return;
	const Text *body = outline_text(o, func->body, &o->of_body[func->id]);
	vec_push(o->arena, &outline->bodies, body);
	put_text(o, outline, body);
}

static void put_places(Outlines *o, Outline *outline, const Var *var)
{
	outline_put(o, var->n_places);
	for (int i = 0; i < var->n_places; i++) {
		const SharedPlace *place = &var->places[i];
		outline_put(o, place->at);
		outline_put(o, number_in(o, outline, ITEM_TYPE, place->elem));
		outline_put(o, number_in(o, outline, ITEM_VAR, place->pointer));
	}
}

/* That of a function's own variable is in the function's body. */
static bool has_own_init(const Var *var)
{
	return var->init && !(var->owner && (var->kind == VAR_LOCAL || var->kind == VAR_PARAM) && !var->is_static);
}

static void put_var(Outlines *o, Outline *outline, const Var *var)
{
	const Unit *unit = o->unit;
	const int64_t numbers[] = {
		var->kind | var->builtin << 8,
		var->is_const | var->is_static << 1 | var->is_temporary << 2 | var->is_held << 3 | var->is_pointer << 4 |
			var->is_kept << 5 | var->is_set_once << 6 | var->is_host << 7 | var->is_unmodified << 8 | var->is_external << 9 |
			var->is_declared << 10 | var->is_contested << 11,
		unit->is_idle[var->id] | unit->is_global[var->id] << 1 | unit->escapes[var->id] << 2,
		number_in(o, outline, ITEM_TYPE, var->type),
		number_in(o, outline, ITEM_TYPE, var->as),
		number_in(o, outline, ITEM_VAR, var->into),
		var->definition ? number_in(o, outline, ITEM_VAR, var->definition) : NONE,
		number_in(o, outline, ITEM_FUNC, var->owner),
		var->at,
		var->align,
	};
	outline_put_all(o, numbers, sizeof numbers / sizeof *numbers);
	outline_put_name(o, var->name);
	outline_put_loc(o, var->loc);
	outline_put_range(o, &var->range);
	put_places(o, outline, var);
	outline_put_bytes(o, &unit->live_bytes[var->id], sizeof *unit->live_bytes);
	outline_put(o, unit->set_how[var->id]);
	if (has_own_init(var))
		put_text(o, outline, outline_text(o, var->init, &o->of_init[var->id]));
}

enum { MOST_READ = 64 }; /* characters of a name: more than evaluation compares */

/* How much of a type's name matters.  Evaluation looks at how names of some libraries' types begin (eval_view.c, eval_units.c,
 * known_align.c); of what a template's instance is, its members tell. */
static size_t read_of_name(const char *name)
{
	static const char *const read[] = { "cute::", "cuda::", "nvcuda::", "CUtensorMap" };
	for (size_t i = 0; i < sizeof read / sizeof *read; i++)
		if (strncmp(name, read[i], strlen(read[i])) == 0)
			return strnlen(name, MOST_READ);
	return strcspn(name, "<");
}

static void put_type(Outlines *o, Outline *outline, const Type *type)
{
	const int64_t numbers[] = { (int64_t)type->kind | type->is_signed << 8 | type->is_bfloat << 9 | type->is_reference << 10 |
					    type->is_volatile << 11,
				    type->size,
				    type->align,
				    number_in(o, outline, ITEM_TYPE, type->elem),
				    type->count,
				    type->n_fields };
	outline_put_all(o, numbers, sizeof numbers / sizeof *numbers);
	outline_put_loc(o, type->end);
	outline_put_bytes(o, type->name, type->name ? read_of_name(type->name) : 0);
	for (int i = 0; i < type->n_fields; i++) {
		const Field *field = &type->fields[i];
		const int64_t of_field[] = { number_in(o, outline, ITEM_TYPE, field->type), field->offset, field->bit_offset,
					     field->bit_width, field->align };
		outline_put_all(o, of_field, sizeof of_field / sizeof *of_field);
		outline_put_name(o, field->name);
		outline_put_loc(o, field->loc);
	}
}

/* Shared variables lie in the order in which they were found in the unit (known_align.c). */
static void put_order(Outlines *o, const Outline *outline)
{
	int last = NONE;
	for (int i = 0; i < outline->items.n; i++) {
		const Var *var = outline->items.at[i].kind == ITEM_VAR ? outline->items.at[i].at : NULL;
		if (!var || (var->kind != VAR_SHARED && var->kind != VAR_DYNAMIC))
			continue;
		for (int k = 0; k < i; k++) {
			const Var *other = outline->items.at[k].kind == ITEM_VAR ? outline->items.at[k].at : NULL;
			if (other && other->kind == var->kind)
				outline_put(o, other->id < var->id);
		}
		outline_put(o, last);
		last = i;
	}
}

static Outline *outline_of(Outlines *o, const Func *kernel)
{
	Outline *outline = arena_new_of(o->arena, Outline);
	o->key.n = 0;
	number_in(o, outline, ITEM_FUNC, kernel);
	for (int i = 0; i < outline->items.n && !outline->is_odd; i++) {
		const Item item = outline->items.at[i];
		outline_put(o, item.kind);
		if (item.kind == ITEM_FUNC)
			put_func(o, outline, item.at);
		else if (item.kind == ITEM_VAR)
			put_var(o, outline, item.at);
		else
			put_type(o, outline, item.at);
	}
	put_order(o, outline);
	outline->hash = hash_bytes(o->key.s, o->key.n);
	return outline;
}

/* What is never found to be like another one need not be read. */
static bool has_company(const Unit *unit, int kernel)
{
	for (int i = 0; i < unit->n_kernels; i++)
		if (i != kernel && loc_same(unit->kernels[i]->loc, unit->kernels[kernel]->loc))
			return true;
	return false;
}

static bool is_analysed(const Unit *unit)
{
	return !unit->is_compiled && unit->expr_effects && unit->sink_groups && unit->hoist_groups && unit->escapes && unit->live_bytes &&
	       unit->set_how && unit->slice && unit->is_idle && unit->is_global;
}

Outlines *outlines_new(const Unit *unit)
{
	Outlines *o = heap_alloc(1, sizeof *o);
	o->arena = arena_new();
	o->unit = unit;
	o->of_kernel = heap_alloc((size_t)unit->n_func_ids + 1, sizeof(Outline *));
	o->of_body = heap_alloc((size_t)unit->n_func_ids + 1, sizeof(Text *));
	o->of_init = heap_alloc((size_t)unit->n_vars + 1, sizeof(Text *));
	o->expr_at = heap_alloc((size_t)unit->n_exprs + 1, sizeof *o->expr_at);
	o->stmt_at = heap_alloc((size_t)unit->n_stmts + 1, sizeof *o->stmt_at);
	for (int i = 0; i < unit->n_kernels && is_analysed(unit); i++)
		if (has_company(unit, i))
			o->of_kernel[unit->kernels[i]->id] = outline_of(o, unit->kernels[i]);
	return o;
}

void outlines_free(Outlines *o)
{
	if (!o)
		return;
	arena_free(o->arena);
	free(o->of_kernel);
	free(o->of_body);
	free(o->of_init);
	free(o->expr_at);
	free(o->stmt_at);
	free(o->in_text.slots);
	free(o->in_outline.slots);
	buf_free(&o->key);
	free(o);
}

bool outlines_same(const Outlines *o, const Func *a, const Func *b)
{
	const Outline *of_a = o->of_kernel[a->id], *of_b = o->of_kernel[b->id];
	return a == b || (of_a && of_b && !of_a->is_odd && !of_b->is_odd && hash_same(of_a->hash, of_b->hash));
}

/* --- from one to the other -------------------------------------------------------------------------- */

static const void *item_of(const Outlines *o, const Func *from, const Func *to, const void *at)
{
	const Outline *of_from = o->of_kernel[from->id], *of_to = o->of_kernel[to->id];
	for (int i = 0; at && from != to && i < of_from->items.n; i++)
		if (of_from->items.at[i].at == at)
			return of_to->items.at[i].at;
	return at;
}

const Var *outlines_var(const Outlines *o, const Func *from, const Func *to, const Var *var)
{
	return item_of(o, from, to, var);
}

const Func *outlines_func(const Outlines *o, const Func *from, const Func *to, const Func *func)
{
	return item_of(o, from, to, func);
}

const Expr *outlines_expr(const Outlines *o, const Func *from, const Func *to, const Expr *e)
{
	const Outline *of_from = o->of_kernel[from->id], *of_to = o->of_kernel[to->id];
	for (int i = 0; e && from != to && i < of_from->bodies.n; i++) {
		const int at = outline_place(o, of_from->bodies.at[i], e);
		if (at != NONE)
			return of_to->bodies.at[i]->exprs.at[at];
	}
	return e;
}
