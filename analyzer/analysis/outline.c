#include "analysis/outline.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/heap.h"
#include "ir/bytes/flow.h"
#include "ir/link.h"

enum {
	MAX_DEPTH = 3000,   /* of a tree */
	NONE = -1,
	REPEATED = -2, /* an expression or a statement that was there before: its number follows */
};

typedef enum ItemKind { ITEM_VAR, ITEM_FUNC, ITEM_TYPE } ItemKind;

typedef struct Item {
	ItemKind kind;
	const void *at; /* the Var, Func or Type */
} Item;

/* Where an item is in a list; it may be a list that is no longer filled in. */
typedef struct Numbered {
	const void *at; /* NULL: free */
	int number;
} Numbered;

/* Numbers of the items of one list at a time. */
typedef struct Numbers {
	Numbered *slots;
	size_t n, cap; /* cap: a power of two */
} Numbers;

typedef VEC(Item) Items;

/* A function's body or a variable's initialiser, with numbers of its own. */
typedef struct Text {
	Hash hash;
	Items items;
	VEC(int) groups; /* of sink_groups and hoist_groups, both with numbers above 0: the latter negated */
	VEC(const Expr *) exprs;
	VEC(const Stmt *) stmts;
	bool is_odd; /* there is something that is like nothing else */
} Text;

typedef struct Outline {
	bool is_odd; /* one of its texts is */
	Hash hash;
	Items items;
	VEC(int) groups;
	VEC(const Text *) bodies; /* of the functions among the items, in their order */
} Outline;

struct Outlines {
	Arena *arena;
	const Unit *unit;
	Outline **of_kernel; /* by Func.id; NULL: there is none */
	Text **of_body, **of_init; /* by Func.id, by Var.id; NULL: not found yet */
	int *expr_at, *stmt_at; /* by id: where it is in the text that has it */
	Numbers in_text, in_outline;
	Buf key; /* of what is being read */
	Text *text;
	int depth;
	bool is_odd; /* what is being read is */
};

/* --- numbers -------------------------------------------------------------------------------------- */

static size_t slot_of(const Numbers *numbers, const void *at)
{
	size_t i = (size_t)(((uint64_t)(uintptr_t)at * 0x9e3779b97f4a7c15u) >> 20) & (numbers->cap - 1);
	while (numbers->slots[i].at && numbers->slots[i].at != at)
		i = (i + 1) & (numbers->cap - 1);
	return i;
}

static void make_room(Numbers *numbers)
{
	const Numbers old = *numbers;
	if (2 * old.n < old.cap)
		return;
	numbers->cap = old.cap ? 2 * old.cap : 1024;
	numbers->slots = heap_alloc(numbers->cap, sizeof *numbers->slots);
	for (size_t i = 0; i < old.cap; i++)
		if (old.slots[i].at)
			numbers->slots[slot_of(numbers, old.slots[i].at)] = old.slots[i];
	free(old.slots);
}

/* Its number in the list, to which it is added. */
static int number_of(Arena *arena, Numbers *numbers, Items *items, ItemKind kind, const void *at)
{
	if (!at)
		return NONE;
	make_room(numbers);
	Numbered *slot = &numbers->slots[slot_of(numbers, at)];
	if (slot->at && slot->number < items->n && items->at[slot->number].at == at)
		return slot->number;
	numbers->n += !slot->at;
	*slot = (Numbered){ at, items->n };
	vec_push(arena, items, ((Item){ kind, at }));
	return slot->number;
}

static int number_in_text(Outlines *o, ItemKind kind, const void *at)
{
	return number_of(o->arena, &o->in_text, &o->text->items, kind, at);
}

/* --- the key -------------------------------------------------------------------------------------- */

static void put(Outlines *o, int64_t number)
{
	buf_add(&o->key, (const char *)&number, sizeof number);
}

static void put_all(Outlines *o, const int64_t *numbers, size_t n)
{
	buf_add(&o->key, (const char *)numbers, n * sizeof *numbers);
}

static void put_bytes(Outlines *o, const void *bytes, size_t n)
{
	put(o, (int64_t)n);
	buf_add(&o->key, bytes, n);
}

static void put_name(Outlines *o, const char *name)
{
	if (name)
		put_bytes(o, name, strlen(name));
	else
		put(o, NONE);
}

static void put_loc(Outlines *o, Loc loc)
{
	const int64_t numbers[] = { loc.file, loc.line, loc.column, (int64_t)loc.offset };
	put_all(o, numbers, sizeof numbers / sizeof *numbers);
}

static void put_range(Outlines *o, const Range *range)
{
	put_loc(o, range->begin);
	put_loc(o, range->end);
	put(o, range->macro_line);
}

/* --- expressions and statements --------------------------------------------------------------------- */

static void put_expr(Outlines *o, const Expr *e);
static void put_stmt(Outlines *o, const Stmt *s);

static int group_in_text(Outlines *o, int group)
{
	Text *text = o->text;
	int i = 0;
	if (!group)
		return NONE;
	while (i < text->groups.n && text->groups.at[i] != group)
		i++;
	if (i == text->groups.n)
		vec_push(o->arena, &text->groups, group);
	return i;
}

static void put_operand(Outlines *o, const AsmOperand *operand)
{
	if (!operand) {
		put(o, NONE);
		return;
	}
	const int64_t numbers[] = { (int64_t)operand->kind, operand->arg, operand->imm, operand->n_parts };
	put_all(o, numbers, sizeof numbers / sizeof *numbers);
	put_name(o, operand->name);
	put_operand(o, operand->base);
	put_operand(o, operand->offset);
	for (int i = 0; i < operand->n_parts; i++)
		put_operand(o, &operand->parts[i]);
}

static void put_instr(Outlines *o, const AsmInstr *instr)
{
	put_name(o, instr->text);
	put(o, instr->guard_negated | instr->is_jumped << 1);
	put_operand(o, instr->guard);
	put(o, instr->n_operands);
	for (int i = 0; i < instr->n_operands; i++)
		put_operand(o, &instr->operands[i]);
}

static void put_asm(Outlines *o, const AsmBlock *block)
{
	o->is_odd = o->is_odd || block->place || block->inlined || block->is_unplaced;
	put(o, block->n_instrs);
	for (int i = 0; i < block->n_instrs; i++)
		put_instr(o, &block->instrs[i]);
	put(o, block->n_outputs);
	for (int i = 0; i < block->n_outputs; i++) {
		put_expr(o, block->outputs[i]);
		put(o, number_in_text(o, ITEM_TYPE, block->output_types[i]));
		put(o, block->output_reads[i]);
	}
	put(o, block->n_inputs);
	for (int i = 0; i < block->n_inputs; i++) {
		put_expr(o, block->inputs[i]);
		put(o, block->is_immediate ? block->is_immediate[i] : NONE);
	}
}

static bool expr_is_there(const Outlines *o, const Text *text, const Expr *e)
{
	const int at = o->expr_at[e->id];
	return at < text->exprs.n && text->exprs.at[at] == e;
}

static bool stmt_is_there(const Outlines *o, const Text *text, const Stmt *s)
{
	const int at = o->stmt_at[s->id];
	return at < text->stmts.n && text->stmts.at[at] == s;
}

static void put_own(Outlines *o, const Expr *e)
{
	const Unit *unit = o->unit;
	int64_t real;
	memcpy(&real, &e->f, sizeof real);
	const int64_t numbers[] = {
		e->kind | e->op << 8 | e->was_call << 16,
		number_in_text(o, ITEM_TYPE, e->type),
		e->n_args,
		number_in_text(o, ITEM_VAR, e->var),
		number_in_text(o, ITEM_FUNC, e->func),
		e->i,
		e->scale,
		e->intrinsic ? (int64_t)(e->intrinsic - intrinsics) : NONE,
		number_in_text(o, ITEM_TYPE, e->copied),
		e->bit_width,
		e->bit_offset,
		real,
		unit->expr_effects[e->id],
		group_in_text(o, unit->sink_groups[e->id]),
		group_in_text(o, -unit->hoist_groups[e->id]),
	};
	put_all(o, numbers, sizeof numbers / sizeof *numbers);
	put_name(o, e->name);
	put_name(o, e->reason);
	put_range(o, &e->range);
}

static void put_expr(Outlines *o, const Expr *e)
{
	if (!e || o->is_odd) {
		put(o, NONE);
		return;
	}
	if (o->depth > MAX_DEPTH || e->launch) {
		o->is_odd = true;
		return;
	}
	if (expr_is_there(o, o->text, e)) {
		put(o, REPEATED);
		put(o, o->expr_at[e->id]);
		return;
	}
	o->depth++;
	o->expr_at[e->id] = o->text->exprs.n;
	vec_push(o->arena, &o->text->exprs, e);
	put_own(o, e);
	for (int i = 0; i < e->n_args; i++)
		put_expr(o, e->arg[i]);
	put_expr(o, e->callee);
	put_stmt(o, e->stmt);
	if (e->asm_block)
		put_asm(o, e->asm_block);
	o->depth--;
}

/* A loop or switch around the statement. */
static int target_of(Outlines *o, const Stmt *target)
{
	if (!target)
		return NONE;
	o->is_odd = o->is_odd || !stmt_is_there(o, o->text, target);
	return o->stmt_at[target->id];
}

static void put_stmt(Outlines *o, const Stmt *s)
{
	if (!s || o->is_odd) {
		put(o, NONE);
		return;
	}
	if (o->depth > MAX_DEPTH) {
		o->is_odd = true;
		return;
	}
	if (stmt_is_there(o, o->text, s)) {
		put(o, REPEATED);
		put(o, o->stmt_at[s->id]);
		return;
	}
	o->depth++;
	o->stmt_at[s->id] = o->text->stmts.n;
	vec_push(o->arena, &o->text->stmts, s);
	const int64_t numbers[] = { s->kind | s->is_do << 8 | s->is_lost << 9,
				    s->n_items,
				    number_in_text(o, ITEM_VAR, s->var),
				    target_of(o, s->target),
				    s->unroll,
				    s->low,
				    s->high };
	put_all(o, numbers, sizeof numbers / sizeof *numbers);
	put_name(o, s->reason);
	put_range(o, &s->range);
	put_expr(o, s->expr);
	put_expr(o, s->step);
	put_stmt(o, s->init);
	put_stmt(o, s->body);
	put_stmt(o, s->other);
	for (int i = 0; i < s->n_items; i++)
		put_stmt(o, s->items[i]);
	o->depth--;
}

/* Reads the text, or gives what was read before; *held: where it is kept. */
static const Text *text_of(Outlines *o, const Stmt *s, Text **held)
{
	if (*held)
		return *held;
	const Buf outer = o->key;
	o->key = (Buf){ 0 };
	o->text = *held = arena_new_of(o->arena, Text);
	o->is_odd = false;
	o->depth = 0;
	put_stmt(o, s);
	o->text->is_odd = o->is_odd;
	o->text->hash = hash_bytes(o->key.s, o->key.n);
	buf_free(&o->key);
	o->key = outer;
	return *held;
}

/* --- outlines ------------------------------------------------------------------------------------- */

static int number_in(Outlines *o, Outline *outline, ItemKind kind, const void *at)
{
	return number_of(o->arena, &o->in_outline, &outline->items, kind, at);
}

static int group_in(Outlines *o, Outline *outline, int group)
{
	int i = 0;
	while (i < outline->groups.n && outline->groups.at[i] != group)
		i++;
	if (i == outline->groups.n)
		vec_push(o->arena, &outline->groups, group);
	return i;
}

/* The text, and which numbers its items have in the outline. */
static void put_text(Outlines *o, Outline *outline, const Text *text)
{
	outline->is_odd = outline->is_odd || text->is_odd;
	put_all(o, (const int64_t[]){ (int64_t)text->hash.low, (int64_t)text->hash.high, text->items.n, text->groups.n }, 4);
	for (int i = 0; i < text->items.n; i++)
		put(o, number_in(o, outline, text->items.at[i].kind, text->items.at[i].at));
	for (int i = 0; i < text->groups.n; i++)
		put(o, group_in(o, outline, text->groups.at[i]));
}

static void put_shape(Outlines *o, BlockShape shape)
{
	put_all(o, (const int64_t[]){ shape.x, shape.y, shape.z }, 3);
}

static void put_func(Outlines *o, Outline *outline, const Func *func)
{
	const int64_t numbers[] = {
		func->kind | func->is_system << 8 | func->is_external << 9 | func->is_declared << 10 | func->is_contested << 11 |
			func->no_inline << 12 | func->is_block_fixed << 13,
		func->definition ? number_in(o, outline, ITEM_FUNC, func->definition) : NONE,
		number_in(o, outline, ITEM_TYPE, func->result),
		number_in(o, outline, ITEM_TYPE, func->self),
		func->dynamic_bytes,
		func->n_params,
	};
	put_all(o, numbers, sizeof numbers / sizeof *numbers);
	put_name(o, func->base_name);
	put_name(o, func->broken);
	put_shape(o, func->max_threads);
	put_shape(o, func->cluster);
	put_range(o, &func->range);
	for (int i = 0; i < func->n_params; i++)
		put(o, number_in(o, outline, ITEM_VAR, func->params[i]));
	if (!func->body)
		return;
	const Text *body = text_of(o, func->body, &o->of_body[func->id]);
	vec_push(o->arena, &outline->bodies, body);
	put_text(o, outline, body);
}

static void put_places(Outlines *o, Outline *outline, const Var *var)
{
	put(o, var->n_places);
	for (int i = 0; i < var->n_places; i++) {
		const SharedPlace *place = &var->places[i];
		put(o, place->at);
		put(o, number_in(o, outline, ITEM_TYPE, place->elem));
		put(o, number_in(o, outline, ITEM_VAR, place->pointer));
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
	put_all(o, numbers, sizeof numbers / sizeof *numbers);
	put_name(o, var->name);
	put_loc(o, var->loc);
	put_range(o, &var->range);
	put_places(o, outline, var);
	put_bytes(o, &unit->live_bytes[var->id], sizeof *unit->live_bytes);
	if (has_own_init(var))
		put_text(o, outline, text_of(o, var->init, &o->of_init[var->id]));
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
	const int64_t numbers[] = { type->kind | type->is_signed << 8 | type->is_bfloat << 9 | type->is_reference << 10 |
					    type->is_volatile << 11,
				    type->size,
				    type->align,
				    number_in(o, outline, ITEM_TYPE, type->elem),
				    type->count,
				    type->n_fields };
	put_all(o, numbers, sizeof numbers / sizeof *numbers);
	put_loc(o, type->end);
	put_bytes(o, type->name, type->name ? read_of_name(type->name) : 0);
	for (int i = 0; i < type->n_fields; i++) {
		const Field *field = &type->fields[i];
		const int64_t of_field[] = { number_in(o, outline, ITEM_TYPE, field->type), field->offset, field->bit_offset,
					     field->bit_width, field->align };
		put_all(o, of_field, sizeof of_field / sizeof *of_field);
		put_name(o, field->name);
		put_loc(o, field->loc);
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
				put(o, other->id < var->id);
		}
		put(o, last);
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
		put(o, item.kind);
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
	       unit->is_idle && unit->is_global;
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

static int place_in(const Outlines *o, const Text *text, const Expr *e)
{
	if (expr_is_there(o, text, e))
		return o->expr_at[e->id];
	for (int i = 0; i < text->exprs.n; i++)
		if (text->exprs.at[i] == e)
			return i;
	return NONE;
}

const Expr *outlines_expr(const Outlines *o, const Func *from, const Func *to, const Expr *e)
{
	const Outline *of_from = o->of_kernel[from->id], *of_to = o->of_kernel[to->id];
	for (int i = 0; e && from != to && i < of_from->bodies.n; i++) {
		const int at = place_in(o, of_from->bodies.at[i], e);
		if (at != NONE)
			return of_to->bodies.at[i]->exprs.at[at];
	}
	return e;
}
