/* A function's body or a variable's initialiser, as a key and a list of what it names. */
#include "analysis/outline_impl.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

enum { MAX_DEPTH = 3000 /* of a tree */ };

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

int outline_number(Arena *arena, Numbers *numbers, Items *items, ItemKind kind, const void *at)
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

int outline_group(Arena *arena, Groups *groups, int group)
{
	int i = 0;
	while (i < groups->n && groups->at[i] != group)
		i++;
	if (i == groups->n)
		vec_push(arena, groups, group);
	return i;
}

static int number_in_text(Outlines *o, ItemKind kind, const void *at)
{
	return outline_number(o->arena, &o->in_text, &o->text->items, kind, at);
}

/* --- the key -------------------------------------------------------------------------------------- */

void outline_put(Outlines *o, int64_t number)
{
	buf_add(&o->key, (const char *)&number, sizeof number);
}

void outline_put_all(Outlines *o, const int64_t *numbers, size_t n)
{
	buf_add(&o->key, (const char *)numbers, n * sizeof *numbers);
}

void outline_put_bytes(Outlines *o, const void *bytes, size_t n)
{
	outline_put(o, (int64_t)n);
	buf_add(&o->key, bytes, n);
}

void outline_put_name(Outlines *o, const char *name)
{
	if (name)
		outline_put_bytes(o, name, strlen(name));
	else
		outline_put(o, NONE);
}

void outline_put_loc(Outlines *o, Loc loc)
{
	const int64_t numbers[] = { loc.file, loc.line, loc.column, (int64_t)loc.offset };
	outline_put_all(o, numbers, sizeof numbers / sizeof *numbers);
}

void outline_put_range(Outlines *o, const Range *range)
{
	outline_put_loc(o, range->begin);
	outline_put_loc(o, range->end);
	outline_put(o, range->macro_line);
}

/* --- expressions and statements --------------------------------------------------------------------- */

static void put_expr(Outlines *o, const Expr *e);
static void put_stmt(Outlines *o, const Stmt *s);

static int group_in_text(Outlines *o, int group)
{
	return group ? outline_group(o->arena, &o->text->groups, group) : NONE;
}

static void put_operand(Outlines *o, const AsmOperand *operand)
{
	if (!operand) {
		outline_put(o, NONE);
		return;
	}
	const int64_t numbers[] = { (int64_t)operand->kind, operand->arg, operand->imm, operand->n_parts };
	outline_put_all(o, numbers, sizeof numbers / sizeof *numbers);
	outline_put_name(o, operand->name);
	put_operand(o, operand->base);
	put_operand(o, operand->offset);
	for (int i = 0; i < operand->n_parts; i++)
		put_operand(o, &operand->parts[i]);
}

static void put_instr(Outlines *o, const AsmInstr *instr)
{
	outline_put_name(o, instr->text);
	outline_put(o, instr->guard_negated | instr->is_jumped << 1);
	put_operand(o, instr->guard);
	outline_put(o, instr->n_operands);
	for (int i = 0; i < instr->n_operands; i++)
		put_operand(o, &instr->operands[i]);
}

static void put_asm(Outlines *o, const AsmBlock *block)
{
	o->is_odd = o->is_odd || block->place || block->inlined || block->is_unplaced;
	outline_put(o, block->n_instrs);
	for (int i = 0; i < block->n_instrs; i++)
		put_instr(o, &block->instrs[i]);
	outline_put(o, block->n_outputs);
	for (int i = 0; i < block->n_outputs; i++) {
		put_expr(o, block->outputs[i]);
		outline_put(o, number_in_text(o, ITEM_TYPE, block->output_types[i]));
		outline_put(o, block->output_reads[i]);
	}
	outline_put(o, block->n_inputs);
	for (int i = 0; i < block->n_inputs; i++) {
		put_expr(o, block->inputs[i]);
		outline_put(o, block->is_immediate ? block->is_immediate[i] : NONE);
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
		(int64_t)e->kind | e->op << 8 | e->was_call << 16,
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
	outline_put_all(o, numbers, sizeof numbers / sizeof *numbers);
	outline_put_name(o, e->name);
	outline_put_name(o, e->reason);
	outline_put_range(o, &e->range);
}

static void put_expr(Outlines *o, const Expr *e)
{
	if (!e || o->is_odd) {
		outline_put(o, NONE);
		return;
	}
	if (o->depth > MAX_DEPTH || e->launch) {
		o->is_odd = true;
		return;
	}
	if (expr_is_there(o, o->text, e)) {
		outline_put(o, REPEATED);
		outline_put(o, o->expr_at[e->id]);
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
		outline_put(o, NONE);
		return;
	}
	if (o->depth > MAX_DEPTH) {
		o->is_odd = true;
		return;
	}
	if (stmt_is_there(o, o->text, s)) {
		outline_put(o, REPEATED);
		outline_put(o, o->stmt_at[s->id]);
		return;
	}
	o->depth++;
	o->stmt_at[s->id] = o->text->stmts.n;
	vec_push(o->arena, &o->text->stmts, s);
	const int64_t numbers[] = { (int64_t)s->kind | s->is_do << 8 | s->is_lost << 9,
				    s->n_items,
				    number_in_text(o, ITEM_VAR, s->var),
				    target_of(o, s->target),
				    s->unroll,
				    o->unit->slice[s->id],
				    s->low,
				    s->high };
	outline_put_all(o, numbers, sizeof numbers / sizeof *numbers);
	outline_put_name(o, s->reason);
	outline_put_range(o, &s->range);
	put_expr(o, s->expr);
	put_expr(o, s->step);
	put_stmt(o, s->init);
	put_stmt(o, s->body);
	put_stmt(o, s->other);
	for (int i = 0; i < s->n_items; i++)
		put_stmt(o, s->items[i]);
	o->depth--;
}

const Text *outline_text(Outlines *o, const Stmt *s, Text **held)
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

int outline_place(const Outlines *o, const Text *text, const Expr *e)
{
	if (expr_is_there(o, text, e))
		return o->expr_at[e->id];
	for (int i = 0; i < text->exprs.n; i++)
		if (text->exprs.at[i] == e)
			return i;
	return NONE;
}
