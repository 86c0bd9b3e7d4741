#include "eval/state/suspect.h"

#include <stdlib.h>

enum { MAX_SUSPECTS = 32 };

Suspects *suspects_new(Arena *arena)
{
	Suspects *suspects = arena_new_of(arena, Suspects);
	suspects->arena = arena;
	return suspects;
}

/* An object of this type has an integer at this offset. */
static bool is_integer_at(const Type *type, int64_t at)
{
	if (type->kind == TY_ARRAY && type->elem && type->elem->size > 0)
		return at >= 0 && is_integer_at(type->elem, at % type->elem->size);
	for (int i = 0; type->kind == TY_RECORD && i < type->n_fields; i++) {
		const Field *field = &type->fields[i];
		if (at >= field->offset && at < field->offset + field->type->size)
			return is_integer_at(field->type, at - field->offset);
	}
	return type->kind == TY_INT && at == 0;
}

Suspect *suspect_sym(Suspects *suspects, const ValueCtx *ctx, Sym sym)
{
	const SymInfo *info = &ctx->syms.at[sym];
	if (!origin_is_set(&info->origin) || (info->origin.var && !is_integer_at(info->origin.var->type, info->origin.at)))
		return NULL;
	for (int i = 0; i < suspects->list.n; i++) {
		Suspect *s = &suspects->list.at[i];
		if (origin_same(&s->info.origin, &info->origin)) {
			s->times++;
			return s;
		}
	}
	if (suspects->list.n == MAX_SUSPECTS)
		return NULL;
	Suspect s = { .sym = sym, .info = *info, .times = 1 };
	s.info.name = arena_strdup(suspects->arena, info->name);
	vec_push(suspects->arena, &suspects->list, s);
	return &suspects->list.at[suspects->list.n - 1];
}

Suspect *suspect_value(Suspects *suspects, const ValueCtx *ctx, const Value *v)
{
	Sym from = value_origin(ctx, v);
	Suspect *s = from ? suspect_sym(suspects, ctx, from) : NULL;
	if (s && v->unknown && v->unknown->from)
		s->cuts = true;
	return s;
}

static int by_times(const void *a, const void *b)
{
	const Suspect *s = a, *t = b;
	if (s->times != t->times)
		return s->times > t->times ? -1 : 1;
	return s->sym < t->sym ? -1 : s->sym > t->sym;
}

void suspects_finish(Suspects *suspects, const ValueCtx *ctx)
{
	for (int i = 0; i < suspects->list.n; i++) {
		Suspect *s = &suspects->list.at[i];
		s->counts = s->counts || sym_is_shift_count(ctx, s->sym);
	}
	if (suspects->list.n)
		qsort(suspects->list.at, (size_t)suspects->list.n, sizeof *suspects->list.at, by_times);
}
