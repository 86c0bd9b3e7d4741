#include "ir/bytes/live_search.h"
#include "ir/link.h"
#include "ir/place.h"
#include "ir/pure.h"

enum { MAX_STEPS = 20000 /* in one function */ };

static void visit_call(LiveSearch *s, const Expr *e, const Span *to);

static void visit_args(LiveSearch *s, const Expr *e, const Span *to)
{
	for (int i = 0; i < e->n_args; i++)
		live_visit(s, e->arg[i], to);
}

void live_visit_address(LiveSearch *s, const Expr *address)
{
	for (; place_leads_on(address); address = address->arg[0])
		if (address->kind == EX_PTRADD)
			live_visit(s, address->arg[1], NULL);
	if (address->kind == EX_COND) {
		live_visit(s, address->arg[0], NULL);
		live_visit_address(s, address->arg[1]);
		live_visit_address(s, address->arg[2]);
	} else if (address->kind == EX_TEMP) {
		live_visit_stmt(s, address->stmt);
	} else if (address->kind == EX_CALL && live_slot(s, address) != NO_SLOT) {
		visit_call(s, address, NULL);
	} else if (live_slot(s, address) == NO_SLOT && address->kind != EX_ADDR) {
		live_visit(s, address, NULL);
	}
}

/* What is read of one of an array's elements, whose number nvcc may know: a flow from each of them.  If others are read, this one is not
 * loaded at all, and not in part. */
static bool read_strided(LiveSearch *s, unsigned kind, Span to, const Places *from, int64_t size)
{
	const int slot = from->n == 1 && from->at[0].stride ? from->at[0].read.slot : NO_SLOT;
	const int64_t end = slot >= 0 && slot < s->unit->n_vars ? s->unit->vars[slot]->type->size : 0;
	if (end <= 0 || end > MAX_BYTES)
		return false;
	for (int64_t at = from->at[0].first; at + size <= end; at += from->at[0].stride)
		flows_add(&s->flows, kind, to, (Span){ slot, at, size });
	flows_read(&s->flows, from->at[0].read);
	return true;
}

void live_read(LiveSearch *s, Span to, const Expr *address, int64_t size)
{
	const Places from = live_places(s, address, size);
	if (read_strided(s, FLOW_ALL, to, &from, size))
		return;
	for (int i = 0; i < from.n; i++) {
		flows_add(&s->flows, from.at[i].is_maybe ? FLOW_MAYBE : FLOW_ALL, to, from.at[i].read);
		flows_read(&s->flows, from.at[i].read);
	}
}

static void visit_read(LiveSearch *s, const Expr *address, int64_t size, const Span *to)
{
	live_read(s, to ? *to : span_whole(NO_SLOT), address, size);
	live_visit_address(s, address);
}

void live_move(LiveSearch *s, Span to, const Expr *address, int64_t size)
{
	const Places from = live_places(s, address, size);
	const bool is_strided = read_strided(s, to.size == size ? FLOW_EACH : FLOW_ALL, to, &from, size);
	for (int i = 0; i < from.n && !is_strided; i++) {
		const bool is_each = to.size == size && from.at[i].read.size == size;
		const unsigned maybe = from.at[i].is_maybe ? FLOW_MAYBE : 0;
		flows_add(&s->flows, maybe | (is_each ? FLOW_EACH : FLOW_ALL), to, from.at[i].read);
		flows_read(&s->flows, from.at[i].read);
	}
	live_visit_address(s, address);
	if (to.size == size)
		flows_copy(&s->flows, to, s->block);
}

/* From here on the variable names what is at the place, or what that is a part of: others of its parts may be used by it. */
static void name_place(LiveSearch *s, const Var *var, Span object, Span stored_to, bool is_maybe)
{
	const unsigned all = is_maybe ? FLOW_MAYBE : FLOW_ALL, each = all | FLOW_EACH;
	const Span last = { var->id, MAX_BYTES - 1, 1 }, stored = live_stored_by(s, var);
	const int64_t size = object.size == 0 && object.offset < MAX_BYTES ? MAX_BYTES - object.offset : 0; /* 0: it is not known where */
	flows_use(&s->flows, (Span){ stored.slot, object.slot == NO_SLOT ? 0 : size, MAX_BYTES });
	if (object.slot == NO_SLOT)
		return;
	flows_add(&s->flows, each, (Span){ var->id, 0, size }, (Span){ object.slot, object.offset, size });
	flows_add(&s->flows, each, (Span){ stored_to.slot, object.offset, size }, (Span){ stored.slot, 0, size });
	flows_add(&s->flows, all, size ? last : live_whole(var), span_whole(object.slot));
}

static void name(LiveSearch *s, const Var *var, const Expr *address)
{
	const Places places = live_places(s, address, 0);
	for (int i = 0; i < places.n; i++)
		name_place(s, var, places.at[i].read, places.at[i].stored, places.at[i].is_maybe);
	if (var->kind != VAR_PARAM && places.n == 1 && places.at[0].read.size == 0)
		flows_name(&s->flows, var->id, places.at[0].read);
	for (int i = 0; i < places.n && (var->kind == VAR_PARAM || places.n > 1); i++)
		flows_read(&s->flows, span_whole(places.at[i].read.slot));
	live_visit_address(s, address);
}

void live_visit_store(LiveSearch *s, const Expr *e)
{
	if (e->arg[0]->kind == EX_ADDR && live_names_object(s, e->arg[0]->var)) {
		name(s, e->arg[0]->var, e->arg[1]);
		return;
	}
	const Span to = live_stored_to(s, e->arg[0], e->type->size);
	live_visit_address(s, e->arg[0]);
	live_visit(s, e->arg[1], &to);
	if (to.size == e->type->size)
		flows_overwrite(&s->flows, live_places(s, e->arg[0], to.size).at[0].read, s->block);
}

void live_visit_copy(LiveSearch *s, const Expr *e)
{
	const int64_t size = e->copied->size;
	const Span to = live_stored_to(s, e->arg[0], size);
	live_visit_address(s, e->arg[0]);
	live_move(s, to, e->arg[1], size);
}

/* The parameter names a number in a class, of which a part is never used alone, and no base of more. */
static bool names_number(LiveSearch *s, const Var *param, const Expr *argument)
{
	const Places places = live_places(s, argument, 0);
	const int slot = places.n == 1 ? places.at[0].read.slot : NO_SLOT;
	const Type *type = slot >= 0 && slot < s->unit->n_vars ? s->unit->vars[slot]->type : NULL;
	while (type && type->kind == TY_ARRAY)
		type = type->elem;
	return var_names_object(param) && type == param->type->elem && type->size <= 4;
}

static void visit_argument(LiveSearch *s, const Var *param, const Expr *argument)
{
	const Span to = { param->id, 0, param->type->size };
	if (type_by_address(param->type))
		live_move(s, to, argument, to.size);
	else if (live_names_object(s, param))
		name(s, param, argument);
	else
		live_visit(s, argument, &to);
}

/* To a function whose body is not here: nvcc has to pass all of an object. */
static void visit_passed(LiveSearch *s, const Expr *call, const Expr *argument)
{
	if (call->func && !call->callee && argument->kind == EX_TEMP)
		flows_use(&s->flows, live_whole(argument->var));
	live_visit(s, argument, NULL);
}

/* What it does with its arguments.  Where they are but numbers that its value, which goes to `to`, comes from, one call is told from
 * another: else what one needs all need. */
static void visit_call(LiveSearch *s, const Expr *e, const Span *to)
{
	const Func *func = func_defined(e->func);
	const bool only_gives = to && func && func_only_gives(func), calls_itself = func && func == s->func;
	if (e->callee)
		live_visit(s, e->callee, NULL);
	for (int i = 0; i < e->n_args; i++) {
		const Var *param = func && func->body && i < func->n_params ? func->params[i] : NULL;
		if (param && calls_itself)
			flows_may_use(&s->flows, live_whole(param)); /* nvcc passes all of it */
		if (only_gives && param && names_number(s, param, e->arg[i]))
			visit_read(s, e->arg[i], param->type->elem->size, to);
		else if (only_gives && param && param->type->kind != TY_PTR && !type_by_address(param->type))
			live_visit(s, e->arg[i], to);
		else if (param)
			visit_argument(s, param, e->arg[i]);
		else
			visit_passed(s, e, e->arg[i]);
	}
}

void live_visit_call(LiveSearch *s, const Expr *e)
{
	if (is_mathematics(e))
		visit_args(s, e, NULL);
	else
		visit_call(s, e, NULL);
}

static void visit_value_of_call(LiveSearch *s, const Expr *e, const Span *to)
{
	const Func *func = func_defined(e->func);
	if (is_mathematics(e)) {
		visit_args(s, e, to);
		return;
	}
	if (func)
		flows_add(&s->flows, FLOW_ALL, to ? *to : span_whole(NO_SLOT), live_result(s, func));
	visit_call(s, e, to);
}

static void visit_output(LiveSearch *s, const AsmBlock *block, int i)
{
	if (block->output_reads[i])
		visit_read(s, block->outputs[i], block->output_types[i]->size, NULL);
	else
		live_visit_address(s, block->outputs[i]);
}

static void visit_asm(LiveSearch *s, const AsmBlock *block)
{
	for (int i = 0; i < block->n_outputs; i++)
		visit_output(s, block, i);
	for (int i = 0; i < block->n_inputs; i++)
		live_visit(s, block->inputs[i], NULL);
}

/* Who has the address may use all. */
static void use_address(LiveSearch *s, const Var *var, const Span *to)
{
	if (!var_is_own(var))
		return;
	flows_add(&s->flows, FLOW_MAYBE, to ? *to : span_whole(NO_SLOT), live_whole(var));
	flows_read(&s->flows, live_whole(var));
}

/* The value of `({ …; last; })`. */
static void use_value(LiveSearch *s, const Stmt *block)
{
	const Stmt *last = block->n_items > 0 ? block->items[block->n_items - 1] : block;
	if (last->kind == ST_EXPR && (last->expr->kind == EX_STORE || last->expr->kind == EX_COPY))
		live_visit(s, last->expr->arg[last->expr->kind == EX_STORE], NULL);
}

/* Of a condition that is a number only one value is computed. */
static void visit_choice(LiveSearch *s, const Expr *e, const Span *to)
{
	int64_t number;
	const bool is_known = number_of(&s->numbers, e->arg[0], &number);
	live_visit(s, e->arg[0], NULL);
	if (!is_known || number)
		live_visit(s, e->arg[1], to);
	if (!is_known || !number)
		live_visit(s, e->arg[2], to);
}

static void visit_kind(LiveSearch *s, const Expr *e, const Span *to)
{
	switch (e->kind) {
	case EX_ADDR:
		use_address(s, e->var, to);
		break;
	case EX_TEMP:
		live_visit_stmt(s, e->stmt);
		use_address(s, e->var, to);
		break;
	case EX_FUNC:
		live_use_results(s, func_defined(e->func));
		break;
	case EX_LOAD:
		visit_read(s, e->arg[0], e->type->size, to);
		break;
	case EX_STORE:
		live_visit_store(s, e);
		live_visit(s, e->arg[1], to);
		break;
	case EX_COPY:
		live_visit_copy(s, e);
		live_visit(s, e->arg[0], NULL);
		break;
	case EX_UNARY:
	case EX_BINARY:
	case EX_CAST:
	case EX_PTRADD:
		visit_args(s, e, to);
		break;
	case EX_COMMA:
		live_visit(s, e->arg[0], NULL);
		live_visit(s, e->arg[1], to);
		break;
	case EX_COND:
		visit_choice(s, e, to);
		break;
	case EX_CALL:
		visit_value_of_call(s, e, to);
		break;
	case EX_INTRINSIC:
		visit_args(s, e, is_intrinsic(e, IN_COMPUTES) ? to : NULL);
		break;
	case EX_ASM:
		visit_asm(s, e->asm_block);
		break;
	case EX_STMT:
		live_visit_stmt(s, e->stmt);
		use_value(s, e->stmt);
		break;
	case EX_UNKNOWN:
	case EX_LAUNCH:
		s->gave_up = true;
		break;
	default:
		visit_args(s, e, NULL);
	}
}

void live_visit(LiveSearch *s, const Expr *e, const Span *to)
{
	s->gave_up = s->gave_up || ++s->n_steps > MAX_STEPS;
	if (!s->gave_up && e->kind != EX_INT)
		visit_kind(s, e, to);
}
