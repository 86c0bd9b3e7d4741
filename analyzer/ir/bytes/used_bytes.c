#include "ir/bytes/used_bytes.h"

#include "ir/link.h"
#include "ir/place.h"
#include "ir/walk.h"

enum { N_BYTES = 64 };

/* A place in a record variable, or in what a pointer variable points to. */
typedef struct Part {
	const Var *var; /* NULL: another place */
	int64_t offset;
	bool known;     /* the offset is */
} Part;

/* What is used of the first `size` bytes of `to` is used of the bytes from `offset` of `from`. */
typedef struct Flow {
	int to, from;
	int64_t offset, size;
} Flow;

typedef struct Search {
	uint64_t *used; /* by Var.id */
	VEC(Flow) flows;
	Arena *scratch;
} Search;

static Part part_of(const Expr *address)
{
	Part part = { .known = true };
	for (; place_leads_on(address); address = address->arg[0]) {
		if (address->kind != EX_PTRADD)
			continue;
		part.known = part.known && address->arg[1]->kind == EX_INT;
		part.offset += part.known ? address->arg[1]->i * address->scale : 0;
	}
	if (address->kind == EX_TEMP || (address->kind == EX_ADDR && type_by_address(address->var->type)))
		part.var = address->var;
	else
		part.var = place_pointer(address);
	if (part.var && !var_is_own(part.var))
		part.var = NULL;
	return part;
}

static uint64_t bytes_from(int64_t offset, int64_t size)
{
	if (offset < 0 || offset >= N_BYTES || size <= 0)
		return 0;
	return (size >= N_BYTES ? UINT64_MAX : (UINT64_C(1) << size) - 1) << offset;
}

static void use(Search *s, Part part, int64_t size)
{
	if (part.var)
		s->used[part.var->id] |= part.known ? bytes_from(part.offset, size) : UINT64_MAX;
}

static void add_flow(Search *s, const Var *to, Part from, int64_t size)
{
	if (from.var && from.known && from.offset >= 0 && from.offset < N_BYTES)
		vec_push(s->scratch, &s->flows, ((Flow){ to->id, from.var->id, from.offset, size }));
}

static void note_copy(Search *s, const Expr *e)
{
	const Part to = part_of(e->arg[0]), from = part_of(e->arg[1]);
	if (to.var && to.var->type->kind != TY_PTR && to.known && !to.offset)
		add_flow(s, to.var, from, e->copied->size);
	else if (!to.var && is_elsewhere(place_root(e->arg[0])))
		use(s, from, e->copied->size);
}

static void note_pointer(Search *s, const Var *pointer, const Expr *value)
{
	if (var_is_own(pointer) && pointer->type->kind == TY_PTR)
		add_flow(s, pointer, part_of(value), N_BYTES);
}

static void note_call(Search *s, const Expr *e)
{
	const Func *func = e->func ? func_defined(e->func) : NULL;
	for (int i = 0; func && i < e->n_args && i < func->n_params; i++) {
		const Var *param = func->params[i];
		if (type_by_address(param->type))
			add_flow(s, param, part_of(e->arg[i]), param->type->size);
		else
			note_pointer(s, param, e->arg[i]);
	}
}

static void note(void *data, const Expr *e)
{
	Search *s = data;
	if (e->kind == EX_LOAD)
		use(s, part_of(e->arg[0]), e->type->size);
	else if (e->kind == EX_COPY)
		note_copy(s, e);
	else if (e->kind == EX_STORE && e->arg[0]->kind == EX_ADDR)
		note_pointer(s, e->arg[0]->var, e->arg[1]);
	else if (e->kind == EX_CALL)
		note_call(s, e);
}

/* Backwards: mostly, values go to what comes later in the text. */
static void propagate(Search *s)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (int i = s->flows.n - 1; i >= 0; i--) {
			const Flow *flow = &s->flows.at[i];
			const uint64_t more = (s->used[flow->to] & bytes_from(0, flow->size)) << flow->offset;
			changed = changed || more & ~s->used[flow->from];
			s->used[flow->from] |= more;
		}
	}
}

void used_bytes_find(Arena *arena, Unit *unit)
{
	Search s = { .used = arena_array(arena, uint64_t, unit->n_vars + 1), .scratch = arena_new() };
	Walk walk = { .expr = note, .data = &s };
	for (int i = 0; i < unit->n_funcs; i++)
		if (unit->funcs[i]->body)
			walk_stmt(&walk, unit->funcs[i]->body);
	propagate(&s);
	unit->used_bytes = s.used;
	arena_free(s.scratch);
}
