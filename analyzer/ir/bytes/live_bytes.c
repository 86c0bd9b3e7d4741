#include "ir/bytes/live_bytes.h"

#include "ir/bytes/live_search.h"
#include "ir/link.h"
#include "ir/place.h"
#include "ir/walk.h"

enum { MAX_ITERATIONS = 64, MANY = 3 };

/* --- statements ----------------------------------------------------------------------------------- */

/* `const int k = 2 * i;`: the variable is stored to there alone. */
static void note_number(LiveSearch *s, const Stmt *declaration)
{
	const Var *var = declaration->var;
	const Expr *e = declaration->init && declaration->init->kind == ST_EXPR ? declaration->init->expr : NULL;
	if (e && e->kind == EX_STORE && e->arg[0]->kind == EX_ADDR && e->arg[0]->var == var && s->n_stores[var->id] == 1) {
		s->numbers.is_known[var->id] = number_of(&s->numbers, e->arg[1], &s->numbers.number[var->id]);
		s->varies[var->id] = !s->numbers.is_known[var->id] && live_varies(s, e->arg[1]);
	}
}

static void visit_memcpy(LiveSearch *s, const Expr *e)
{
	int64_t size;
	if (!number_of(&s->numbers, e->arg[2], &size))
		size = -1;
	const Span to = live_stored_to(s, e->arg[0], size);
	live_visit_address(s, e->arg[0]);
	live_move(s, to, e->arg[1], size);
	live_visit(s, e->arg[2], NULL);
}

static void visit_effects(LiveSearch *s, const Expr *e)
{
	if (e->kind == EX_COMMA) {
		visit_effects(s, e->arg[0]);
		visit_effects(s, e->arg[1]);
	} else if (e->kind == EX_STORE) {
		live_visit_store(s, e);
	} else if (e->kind == EX_COPY) {
		live_visit_copy(s, e);
	} else if (e->kind == EX_CALL) {
		live_visit_call(s, e);
	} else if (is_intrinsic(e, IN_COPIES) && e->n_args == 3) {
		visit_memcpy(s, e);
	} else {
		live_visit(s, e, NULL);
	}
}

/* A block that need not be executed. */
static void visit_block(LiveSearch *s, const Stmt *block)
{
	const int around = s->block;
	s->block = ++s->n_blocks;
	live_visit_stmt(s, block);
	s->block = around;
}

/* The variable that the head of a loop counts with, `for (int i = 0; i < 8; i++)`; NULL: it does more, or the body does. */
static const Var *counter_of(const LiveSearch *s, const Stmt *loop)
{
	const Stmt *init = loop->init;
	const Expr *step = loop->step;
	if (loop->is_do || loop->unroll > 0 || !loop->expr || !init || init->kind != ST_DECL || !init->init || init->init->kind != ST_EXPR)
		return NULL;
	const Var *var = init->var;
	bool counts = step && step->kind == EX_STORE && step->arg[0]->kind == EX_ADDR && step->arg[0]->var == var;
	return counts && s->n_stores[var->id] == 2 && init->init->expr->kind == EX_STORE ? var : NULL;
}

/* One iteration after the other; false: how many is not known, or they are too many. */
static bool visit_counted(LiveSearch *s, const Stmt *loop, const Var *var)
{
	int64_t more, number;
	bool known = number_of(&s->numbers, loop->init->init->expr->arg[1], &number);
	for (int n = 0; known && n <= MAX_ITERATIONS; n++) {
		s->numbers.is_known[var->id] = true;
		s->numbers.number[var->id] = number;
		if (!number_of(&s->numbers, loop->expr, &more))
			return false;
		if (!more || s->gave_up)
			return true;
		live_visit_stmt(s, loop->body);
		known = number_of(&s->numbers, loop->step->arg[1], &number);
	}
	return false;
}

static void visit_loop(LiveSearch *s, const Stmt *loop)
{
	const Var *var = counter_of(s, loop);
	if (loop->init)
		live_visit_stmt(s, loop->init);
	if (loop->expr)
		live_visit(s, loop->expr, NULL);
	if (loop->step)
		visit_effects(s, loop->step);
	const bool is_done = var && visit_counted(s, loop, var);
	if (var)
		s->numbers.is_known[var->id] = false;
	if (is_done)
		return;
	if (var)
		s->varies[var->id] = live_varies(s, loop->expr);
	visit_block(s, loop->body);
}

static void visit_if(LiveSearch *s, const Stmt *stmt)
{
	int64_t number;
	const bool is_known = number_of(&s->numbers, stmt->expr, &number);
	live_visit(s, stmt->expr, NULL);
	if (is_known) {
		live_visit_stmt(s, number ? stmt->body : stmt->other);
		return;
	}
	visit_block(s, stmt->body);
	visit_block(s, stmt->other);
}

static void visit_return(LiveSearch *s, const Expr *e)
{
	Span result = live_result(s, s->func);
	const Type *type = s->func->result;
	result.size = type ? type->size : result.size;
	if (e && type && type_by_address(type))
		live_move(s, result, e, result.size);
	else if (e)
		live_visit(s, e, &result);
}

void live_visit_stmt(LiveSearch *s, const Stmt *stmt)
{
	if (!stmt || s->gave_up)
		return;
	switch (stmt->kind) {
	case ST_LOOP:
		visit_loop(s, stmt);
		return;
	case ST_UNKNOWN:
		s->gave_up = true;
		return;
	case ST_EXPR:
		visit_effects(s, stmt->expr);
		return;
	case ST_RETURN:
		visit_return(s, stmt->expr);
		return;
	default:
		break;
	}
	live_visit_stmt(s, stmt->init);
	if (stmt->kind == ST_DECL)
		note_number(s, stmt);
	if (stmt->kind == ST_IF) {
		visit_if(s, stmt);
		return;
	}
	if (stmt->expr)
		live_visit(s, stmt->expr, NULL);
	for (int i = 0; i < stmt->n_items; i++)
		live_visit_stmt(s, stmt->items[i]);
	visit_block(s, stmt->body);
}

/* --- functions ------------------------------------------------------------------------------------ */

static void add_stores(LiveSearch *s, const Expr *address, int n)
{
	if (address->kind == EX_ADDR)
		s->n_stores[address->var->id] += n;
}

/* Who takes a variable's address may store to it as often as he likes; so may a lambda to those of the function around it. */
static void count_stores(void *data, const Expr *e)
{
	LiveSearch *s = data;
	for (int i = 0; i < e->n_args && e->kind != EX_LOAD; i++)
		add_stores(s, e->arg[i], e->kind == EX_STORE && i == 0 ? 1 : MANY);
	for (int i = 0; e->asm_block && i < e->asm_block->n_outputs; i++)
		add_stores(s, e->asm_block->outputs[i], MANY);
	for (int i = 0; e->asm_block && i < e->asm_block->n_inputs; i++)
		add_stores(s, e->asm_block->inputs[i], MANY);
	if (e->kind == EX_ADDR && e->var->owner != s->func)
		add_stores(s, e, MANY);
}

static void use_all_of(void *data, const Expr *e)
{
	LiveSearch *s = data;
	if (e->kind == EX_ADDR || e->kind == EX_TEMP)
		flows_may_use(&s->flows, live_whole(e->var));
	if (e->kind == EX_LOAD)
		live_read(s, span_whole(NO_SLOT), e->arg[0], e->type->size);
	if (e->kind == EX_COPY && live_stored_to(s, e->arg[0], 0).slot == NO_SLOT)
		live_read(s, span_whole(NO_SLOT), e->arg[1], e->copied->size);
	if ((e->kind == EX_CALL || e->kind == EX_FUNC) && e->func)
		live_use_results(s, func_defined(e->func));
}

static void walk_func(LiveSearch *s, const Func *func, void (*expr)(void *data, const Expr *e))
{
	Walk walk = { .expr = expr, .data = s };
	s->func = func;
	if (func->kind != FN_HOST || expr == use_all_of)
		walk_stmt(&walk, func->body);
}

static void visit_func(LiveSearch *s, const Func *func)
{
	s->n_steps = 0;
	s->block = ++s->n_blocks;
	s->func = func;
	s->gave_up = func->kind == FN_HOST;
	live_visit_stmt(s, func->body);
	if (!s->gave_up)
		return;
	walk_func(s, func, use_all_of);
	for (int i = 0; i < func->n_params; i++)
		flows_may_use(&s->flows, live_whole(func->params[i]));
}

void live_bytes_find(Arena *arena, Unit *unit)
{
	LiveSearch s = { .unit = unit };
	Arena *scratch = arena_new();
	s.flows = flows_new(arena, scratch, 2 * unit->n_vars + unit->n_func_ids);
	s.n_stores = arena_array(scratch, int, unit->n_vars + 1);
	s.varies = arena_array(scratch, bool, unit->n_vars + 1);
	s.numbers.is_known = arena_array(scratch, bool, unit->n_vars + 1);
	s.numbers.number = arena_array(scratch, int64_t, unit->n_vars + 1);
	for (int i = 0; i < unit->n_funcs; i++)
		walk_func(&s, unit->funcs[i], count_stores);
	for (int i = 0; i < unit->n_funcs; i++)
		visit_func(&s, unit->funcs[i]);
	flows_propagate(&s.flows);
	unit->live_bytes = s.flows.used;
	arena_free(scratch);
}

bool bytes_may_be_used(const Unit *unit, const Var *var, int64_t offset, int64_t size)
{
	return bytes_have(&unit->live_bytes[var->id].may, (Span){ var->id, offset, size }, true);
}

bool bytes_are_used(const Unit *unit, const Var *var, int64_t offset, int64_t size)
{
	return bytes_have(&unit->live_bytes[var->id].must, (Span){ var->id, offset, size }, false);
}
