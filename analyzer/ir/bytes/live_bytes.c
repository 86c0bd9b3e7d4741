#include "ir/bytes/live_bytes.h"

#include <string.h>

#include "base/vec.h"
#include "ir/bytes/numbers.h"
#include "ir/bytes/reads.h"
#include "ir/link.h"
#include "ir/place.h"
#include "ir/pure.h"
#include "ir/walk.h"

enum { WORDS = 4, MAX_BYTES = 64 * WORDS, MAX_STEPS = 20000 /* in one function */, MAX_ITERATIONS = 64 };

typedef struct LiveBytes {
	uint64_t at[WORDS];
} LiveBytes;

/* Bytes of a variable. */
typedef struct Span {
	const Var *var; /* NULL: of no variable that is looked at */
	int64_t offset, size;
} Span;

/* If one of `to` may be used, so may all of `from`. */
typedef struct Flow {
	Span to, from;
} Flow;

typedef struct Search {
	int *first_var;     /* by Func.id: its variables, each with the next one; -1: there is none */
	int *next_var;      /* by Var.id, as all that follows */
	LiveBytes *live;
	int *n_stores;      /* in the function */
	bool *copies;       /* by Func.id: it copies from elsewhere to a variable of its own */
	const Func *func;   /* that is looked at */
	Reads reads;
	Numbers numbers;    /* where the search stands */
	VEC(Flow) flows;
	int n_steps;
	bool gave_up;
	Arena *scratch;
} Search;

/* --- spans ---------------------------------------------------------------------------------------- */

static void mark(LiveBytes *live, int64_t offset, int64_t size)
{
	for (int64_t i = offset < 0 ? 0 : offset; i < offset + size && i < MAX_BYTES; i++)
		live->at[i / 64] |= UINT64_C(1) << i % 64;
}

static bool is_marked(const LiveBytes *live, int64_t offset, int64_t size)
{
	if (offset < 0 || offset + size > MAX_BYTES)
		return true;
	for (int64_t i = offset; i < offset + size; i++)
		if (live->at[i / 64] >> i % 64 & 1)
			return true;
	return false;
}

static void use(Search *s, Span span)
{
	if (span.var)
		mark(&s->live[span.var->id], span.offset, span.size);
}

static void add_flow(Search *s, Span to, Span from)
{
	if (from.var)
		vec_push(s->scratch, &s->flows, ((Flow){ to, from }));
}

static Span whole(const Var *var)
{
	return (Span){ var, 0, MAX_BYTES };
}

/* Where `size` bytes from the address lie.  An offset that is not known may be any. */
static Span span_of(const Search *s, const Expr *address, int64_t size)
{
	Span span = { .size = size };
	bool is_known = size >= 0;
	for (; place_leads_on(address); address = address->arg[0]) {
		int64_t by = 0;
		if (address->kind == EX_PTRADD)
			is_known = is_known && number_of(&s->numbers, address->arg[1], &by);
		span.offset += address->kind == EX_PTRADD ? by * address->scale : 0;
	}
	if ((address->kind != EX_ADDR && address->kind != EX_TEMP) || !var_is_own(address->var))
		return (Span){ 0 };
	span.var = address->var;
	return is_known ? span : whole(span.var);
}

/* --- expressions ---------------------------------------------------------------------------------- */

static void visit_stmt(Search *s, const Stmt *stmt);

/* What an expression does; what it gives goes to `to`, or is used (NULL). */
static void visit(Search *s, const Expr *e, const Span *to);

static void visit_args(Search *s, const Expr *e, const Span *to)
{
	for (int i = 0; i < e->n_args; i++)
		visit(s, e->arg[i], to);
}

/* An address that is only used to get at what is there. */
static void visit_address(Search *s, const Expr *address)
{
	for (; place_leads_on(address); address = address->arg[0])
		if (address->kind == EX_PTRADD)
			visit(s, address->arg[1], NULL);
	if (address->kind == EX_TEMP)
		visit_stmt(s, address->stmt);
	else if (address->kind != EX_ADDR)
		visit(s, address, NULL);
}

static void visit_read(Search *s, const Expr *address, int64_t size, const Span *to)
{
	const Span from = span_of(s, address, size);
	visit_address(s, address);
	if (to)
		add_flow(s, *to, from);
	else
		use(s, from);
}

static void visit_store(Search *s, const Expr *e)
{
	const Span to = span_of(s, e->arg[0], e->type->size);
	visit_address(s, e->arg[0]);
	visit(s, e->arg[1], to.var ? &to : NULL);
}

/* Part by part, since the parts of records are used apart. */
static void visit_copy(Search *s, const Expr *e)
{
	const int64_t size = e->copied->size;
	const Span to = span_of(s, e->arg[0], size), from = span_of(s, e->arg[1], size);
	visit_address(s, e->arg[0]);
	if (!to.var || size > MAX_BYTES || to.size != size || from.size != size) {
		visit_read(s, e->arg[1], size, to.var ? &to : NULL);
		return;
	}
	visit_address(s, e->arg[1]);
	for (int64_t i = 0; i < size; i++)
		add_flow(s, (Span){ to.var, to.offset + i, 1 }, (Span){ from.var, from.offset + i, 1 });
}

/* How much of an argument can be reached by a reference of this type; -1: that is not known, as it may be a base of what is there. */
static int64_t reachable(const Search *s, const Expr *argument, const Type *type)
{
	const Var *var = span_of(s, argument, -1).var;
	const Type *element = var ? var->type : NULL;
	while (element && element->kind == TY_ARRAY)
		element = element->elem;
	return type->kind != TY_RECORD || element == type ? type->size : -1;
}

static void visit_call(Search *s, const Expr *e, const Span *to)
{
	const Func *func = e->func ? func_defined(e->func) : NULL;
	const bool is_pure = to && func && (is_mathematics(e) || func_only_gives(func));
	if (e->callee)
		visit(s, e->callee, NULL);
	for (int i = 0; i < e->n_args; i++) {
		const Var *param = func && i < func->n_params ? func->params[i] : NULL;
		if (param && type_by_address(param->type))
			visit_read(s, e->arg[i], param->type->size, is_pure ? to : NULL);
		else if (param && param_names_object(func, i) && pointer_is_read(&s->reads, func, param))
			visit_read(s, e->arg[i], reachable(s, e->arg[i], param->type->elem), is_pure ? to : NULL);
		else if (param && param_names_object(func, i))
			visit_address(s, e->arg[i]);
		else
			visit(s, e->arg[i], is_pure ? to : NULL);
	}
}

static void visit_asm(Search *s, const AsmBlock *block)
{
	for (int i = 0; i < block->n_outputs; i++)
		visit_read(s, block->outputs[i], block->output_types[i]->size, NULL);
	for (int i = 0; i < block->n_inputs; i++)
		visit(s, block->inputs[i], NULL);
}

/* Who has the address may use all. */
static void use_address(Search *s, const Var *var, const Span *to)
{
	if (to)
		add_flow(s, *to, whole(var));
	else
		use(s, whole(var));
}

/* The value of `({ …; last; })`. */
static void use_value(Search *s, const Stmt *block)
{
	const Stmt *last = block->n_items > 0 ? block->items[block->n_items - 1] : block;
	if (last->kind == ST_EXPR && (last->expr->kind == EX_STORE || last->expr->kind == EX_COPY))
		visit(s, last->expr->arg[last->expr->kind == EX_STORE], NULL);
}

static void visit_kind(Search *s, const Expr *e, const Span *to)
{
	switch (e->kind) {
	case EX_ADDR:
		use_address(s, e->var, to);
		break;
	case EX_TEMP:
		visit_stmt(s, e->stmt);
		use_address(s, e->var, to);
		break;
	case EX_LOAD:
		visit_read(s, e->arg[0], e->type->size, to);
		break;
	case EX_STORE:
		visit_store(s, e);
		visit(s, e->arg[1], to);
		break;
	case EX_COPY:
		visit_copy(s, e);
		visit(s, e->arg[0], NULL);
		break;
	case EX_UNARY:
	case EX_BINARY:
	case EX_CAST:
	case EX_PTRADD:
		visit_args(s, e, to);
		break;
	case EX_COMMA:
		visit(s, e->arg[0], NULL);
		visit(s, e->arg[1], to);
		break;
	case EX_CALL:
		visit_call(s, e, to);
		break;
	case EX_INTRINSIC:
		visit_args(s, e, is_intrinsic(e, IN_COMPUTES) ? to : NULL);
		break;
	case EX_ASM:
		visit_asm(s, e->asm_block);
		break;
	case EX_STMT:
		visit_stmt(s, e->stmt);
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

static void visit(Search *s, const Expr *e, const Span *to)
{
	s->gave_up = s->gave_up || ++s->n_steps > MAX_STEPS;
	if (!s->gave_up && e->kind != EX_INT)
		visit_kind(s, e, to);
}

/* --- statements ----------------------------------------------------------------------------------- */

/* `const int k = 2 * i;`: the variable is stored to there alone. */
static void note_number(Search *s, const Stmt *declaration)
{
	const Var *var = declaration->var;
	const Expr *e = declaration->init && declaration->init->kind == ST_EXPR ? declaration->init->expr : NULL;
	if (e && e->kind == EX_STORE && e->arg[0]->kind == EX_ADDR && e->arg[0]->var == var && s->n_stores[var->id] == 1 &&
	    !s->reads.by_lambda[var->id])
		s->numbers.is_known[var->id] = number_of(&s->numbers, e->arg[1], &s->numbers.number[var->id]);
}

static void visit_memcpy(Search *s, const Expr *e)
{
	int64_t size;
	if (!number_of(&s->numbers, e->arg[2], &size))
		size = -1;
	const Span to = span_of(s, e->arg[0], size);
	visit_address(s, e->arg[0]);
	visit_read(s, e->arg[1], size, to.var ? &to : NULL);
	visit(s, e->arg[2], NULL);
}

static void visit_effects(Search *s, const Expr *e)
{
	if (e->kind == EX_COMMA) {
		visit_effects(s, e->arg[0]);
		visit_effects(s, e->arg[1]);
	} else if (e->kind == EX_STORE) {
		visit_store(s, e);
	} else if (e->kind == EX_COPY) {
		visit_copy(s, e);
	} else if (is_intrinsic(e, IN_COPIES) && e->n_args == 3) {
		visit_memcpy(s, e);
	} else {
		visit(s, e, NULL);
	}
}

/* The variable that the head of a loop counts with, `for (int i = 0; i < 8; i++)`; NULL: it does more, or the body does. */
static const Var *counter_of(const Search *s, const Stmt *loop)
{
	const Stmt *init = loop->init;
	const Expr *step = loop->step;
	if (loop->is_do || loop->unroll > 0 || !loop->expr || !init || init->kind != ST_DECL || !init->init || init->init->kind != ST_EXPR)
		return NULL;
	const Var *var = init->var;
	bool counts = step && step->kind == EX_STORE && step->arg[0]->kind == EX_ADDR && step->arg[0]->var == var;
	return counts && s->n_stores[var->id] == 2 && !s->reads.by_lambda[var->id] && init->init->expr->kind == EX_STORE ? var : NULL;
}

/* One iteration after the other; false: how many is not known, or they are too many. */
static bool visit_counted(Search *s, const Stmt *loop, const Var *var)
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
		visit_stmt(s, loop->body);
		known = number_of(&s->numbers, loop->step->arg[1], &number);
	}
	return false;
}

static void visit_loop(Search *s, const Stmt *loop)
{
	const Var *var = counter_of(s, loop);
	if (loop->init)
		visit_stmt(s, loop->init);
	if (loop->expr)
		visit(s, loop->expr, NULL);
	if (loop->step)
		visit_effects(s, loop->step);
	const bool is_done = var && visit_counted(s, loop, var);
	if (var)
		s->numbers.is_known[var->id] = false;
	if (!is_done)
		visit_stmt(s, loop->body);
}

static void visit_if(Search *s, const Stmt *stmt)
{
	int64_t number;
	const bool is_known = number_of(&s->numbers, stmt->expr, &number);
	visit(s, stmt->expr, NULL);
	if (!is_known || number)
		visit_stmt(s, stmt->body);
	if (stmt->other && (!is_known || !number))
		visit_stmt(s, stmt->other);
}

static void visit_stmt(Search *s, const Stmt *stmt)
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
		if (stmt->expr && type_by_address(stmt->expr->type))
			visit_read(s, stmt->expr, stmt->expr->type->size, NULL);
		else if (stmt->expr)
			visit(s, stmt->expr, NULL);
		return;
	default:
		break;
	}
	visit_stmt(s, stmt->init);
	if (stmt->kind == ST_DECL)
		note_number(s, stmt);
	if (stmt->kind == ST_IF) {
		visit_if(s, stmt);
		return;
	}
	if (stmt->expr)
		visit(s, stmt->expr, NULL);
	for (int i = 0; i < stmt->n_items; i++)
		visit_stmt(s, stmt->items[i]);
	visit_stmt(s, stmt->body);
}

/* --- functions ------------------------------------------------------------------------------------ */

static void note_expr(void *data, const Expr *e)
{
	Search *s = data;
	if (e->kind == EX_COPY && place_is_own(e->arg[0], s->func) && !place_is_own(e->arg[1], s->func))
		s->copies[s->func->id] = true;
	if ((e->kind == EX_ADDR || e->kind == EX_TEMP) && e->var->owner != s->func)
		s->reads.by_lambda[e->var->id] = true;
}

static void add_stores(Search *s, const Expr *address, int n)
{
	if (address->kind == EX_ADDR)
		s->n_stores[address->var->id] += n;
}

/* Who takes a variable's address may store to it as often as he likes. */
static void count_stores(void *data, const Expr *e)
{
	enum { MANY = 3 };
	Search *s = data;
	for (int i = 0; i < e->n_args && e->kind != EX_LOAD; i++)
		add_stores(s, e->arg[i], e->kind == EX_STORE && i == 0 ? 1 : MANY);
	for (int i = 0; e->asm_block && i < e->asm_block->n_outputs; i++)
		add_stores(s, e->asm_block->outputs[i], MANY);
	for (int i = 0; e->asm_block && i < e->asm_block->n_inputs; i++)
		add_stores(s, e->asm_block->inputs[i], MANY);
}

static void list_vars(Search *s, const Unit *unit)
{
	s->first_var = arena_array(s->scratch, int, unit->n_func_ids + 1);
	s->next_var = arena_array(s->scratch, int, unit->n_vars + 1);
	memset(s->first_var, 0xff, sizeof *s->first_var * (size_t)(unit->n_func_ids + 1));
	for (int i = 0; i < unit->n_vars; i++) {
		const Var *var = unit->vars[i];
		if (!var->owner || !var_is_own(var))
			continue;
		s->next_var[var->id] = s->first_var[var->owner->id];
		s->first_var[var->owner->id] = var->id;
	}
}

static void set_all(Search *s, const Func *func, int byte)
{
	for (int id = s->first_var[func->id]; id >= 0; id = s->next_var[id])
		memset(&s->live[id], byte, sizeof *s->live);
}

static void visit_func(Search *s, const Func *func)
{
	Walk count = { .expr = count_stores, .data = s };
	walk_stmt(&count, func->body);
	s->n_steps = 0;
	s->gave_up = false;
	set_all(s, func, 0);
	visit_stmt(s, func->body);
	if (s->gave_up)
		set_all(s, func, 0xff);
}

static void note_funcs(Search *s, const Unit *unit)
{
	Walk walk = { .expr = note_expr, .data = s };
	for (int i = 0; i < unit->n_funcs; i++) {
		s->func = unit->funcs[i];
		if (s->func->body && s->func->kind != FN_HOST)
			walk_stmt(&walk, s->func->body);
	}
}

/* What a lambda does with the variables of the function around it is not looked at. */
static void use_shared(Search *s, const Unit *unit)
{
	for (int i = 0; i < unit->n_vars; i++)
		if (s->reads.by_lambda[i])
			use(s, whole(unit->vars[i]));
}

/* Backwards: mostly, values go to what comes later in the text. */
static void propagate(Search *s)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (int i = s->flows.n - 1; i >= 0; i--) {
			const Flow *flow = &s->flows.at[i];
			LiveBytes *from = &s->live[flow->from.var->id];
			if (!is_marked(&s->live[flow->to.var->id], flow->to.offset, flow->to.size))
				continue;
			const LiveBytes before = *from;
			mark(from, flow->from.offset, flow->from.size);
			changed = changed || memcmp(&before, from, sizeof before);
		}
	}
}

void live_bytes_find(Arena *arena, Unit *unit)
{
	Search s = { .live = arena_array(arena, LiveBytes, unit->n_vars + 1), .scratch = arena_new() };
	s.n_stores = arena_array(s.scratch, int, unit->n_vars + 1);
	s.copies = arena_array(s.scratch, bool, unit->n_func_ids + 1);
	s.reads.by_lambda = arena_array(s.scratch, bool, unit->n_vars + 1);
	s.reads.n_reads = arena_array(s.scratch, int, unit->n_vars + 1);
	s.reads.known = arena_array(s.scratch, unsigned char, unit->n_func_ids + 1);
	s.numbers.is_known = arena_array(s.scratch, bool, unit->n_vars + 1);
	s.numbers.number = arena_array(s.scratch, int64_t, unit->n_vars + 1);
	memset(s.live, 0xff, sizeof *s.live * (size_t)unit->n_vars);
	list_vars(&s, unit);
	note_funcs(&s, unit);
	for (int i = 0; i < unit->n_funcs; i++)
		if (s.copies[unit->funcs[i]->id])
			visit_func(&s, unit->funcs[i]);
	use_shared(&s, unit);
	propagate(&s);
	unit->live_bytes = s.live;
	arena_free(s.scratch);
}

bool bytes_may_be_used(const Unit *unit, const Var *var, int64_t offset, int64_t size)
{
	return is_marked(&unit->live_bytes[var->id], offset, size);
}
