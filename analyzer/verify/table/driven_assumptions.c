/* Searches values of a kernel's arguments that fulfil the assumptions: the numbers in the conditions and their
 * neighbours, small numbers, and multiples near the size. */
#include <string.h>

#include "ir/assume.h"
#include "ir/constant.h"
#include "verify/table/driven.h"

enum { NEAR = 64 };

typedef struct Promises {
	Arena *arena;
	const LaunchShape *launch;
	DrivenValues *values;
	int64_t *chosen;           /* by index in `values` */
	VEC(int64_t) candidates;
	const char *why;           /* a name in a condition that is not an argument */
} Promises;

/* --- terms ---------------------------------------------------------------------------------------- */

static bool of_launch(const Promises *p, const char *name, int64_t *out)
{
	static const char *const names[] = { "blockDim.", "gridDim." };
	for (int i = 0; i < 2; i++) {
		size_t n = strlen(names[i]);
		if (strncmp(name, names[i], n) != 0 || name[n] < 'x' || name[n] > 'z' || name[n + 1])
			continue;
		*out = i ? p->launch->grid[name[n] - 'x'] : p->launch->block[name[n] - 'x'];
		return *out > 0;
	}
	return false;
}

static int value_named(const Promises *p, const char *name)
{
	for (int i = 0; i < p->values->n; i++)
		if (strcmp(p->values->at[i].name, name) == 0 && p->values->at[i].type->kind != TY_PTR)
			return i;
	return -1;
}

static bool term_value(Promises *p, const AssumeTerm *term, int64_t *out);

static bool name_value(Promises *p, const char *name, int64_t *out)
{
	int i = value_named(p, name);
	if (i >= 0)
		*out = p->chosen[i];
	else if (!of_launch(p, name, out))
		p->why = name;
	return !p->why;
}

/* The value of a term; false: it has none. */
static bool term_value(Promises *p, const AssumeTerm *term, int64_t *out)
{
	int64_t a = 0, b = 0;
	switch (term->kind) {
	case TERM_NUMBER:
		*out = term->number;
		return true;
	case TERM_NAME:
		return name_value(p, term->name, out);
	case TERM_NEGATED:
		return term_value(p, term->a, &a) && constant_combine(OP_SUB, 0, a, out);
	case TERM_BINARY:
		return term_value(p, term->a, &a) && term_value(p, term->b, &b) && constant_combine(term->op, a, b, out);
	}
	return false;
}

static bool holds(Promises *p, const Assumption *assumption)
{
	int64_t a, b;
	if (!term_value(p, assumption->a, &a) || !term_value(p, assumption->b, &b))
		return false;
	return op_compare(assumption->op, a<b, a == b, a> b);
}

static int n_holding(Promises *p)
{
	int n = 0;
	for (int i = 0; i < p->launch->n_assumptions; i++)
		n += holds(p, p->launch->assumptions[i]);
	return n;
}

/* --- candidates ----------------------------------------------------------------------------------- */

static void add_numbers(Promises *p, const AssumeTerm *term)
{
	if (!term)
		return;
	for (int64_t d = -1; term->kind == TERM_NUMBER && d <= 1; d++)
		vec_push(p->arena, &p->candidates, term->number + d);
	add_numbers(p, term->a);
	add_numbers(p, term->b);
}

static void list_candidates(Promises *p, int size)
{
	for (int i = 0; i < p->launch->n_assumptions; i++) {
		add_numbers(p, p->launch->assumptions[i]->a);
		add_numbers(p, p->launch->assumptions[i]->b);
	}
	for (int64_t i = -NEAR; i <= NEAR; i++)
		vec_push(p->arena, &p->candidates, size + i);
	for (int64_t i = 0; i <= NEAR; i++)
		vec_push(p->arena, &p->candidates, i);
	for (int i = 0, n = p->values->n; i < n; i++) /* the value of another argument */
		vec_push(p->arena, &p->candidates, p->chosen[i]);
}

/* Chooses the best value for one argument and keeps the others. */
static void improve(Promises *p, int i)
{
	int best = n_holding(p);
	int64_t kept = p->chosen[i];
	for (int k = 0; k < p->candidates.n; k++) {
		p->chosen[i] = p->candidates.at[k];
		int n = n_holding(p);
		if (n > best) {
			best = n;
			kept = p->chosen[i];
		}
	}
	p->chosen[i] = kept;
}

static bool names(const AssumeTerm *term, const char *name)
{
	return term && ((term->kind == TERM_NAME && strcmp(term->name, name) == 0) || names(term->a, name) || names(term->b, name));
}

static bool is_named(const Promises *p, const DrivenValue *v)
{
	for (int i = 0; i < p->launch->n_assumptions; i++)
		if (names(p->launch->assumptions[i]->a, v->name) || names(p->launch->assumptions[i]->b, v->name))
			return true;
	return false;
}

static bool is_free(const Promises *p, int i)
{
	return !p->values->at[i].is_known && is_named(p, &p->values->at[i]);
}

static void improve_others(Promises *p, int but)
{
	for (int i = 0; i < p->values->n && !p->why; i++)
		if (i != but && is_free(p, i))
			improve(p, i);
}

/* Tries other values for one argument, each with the others fitted to it. */
static void improve_with(Promises *p, int i)
{
	const size_t bytes = sizeof *p->chosen * (size_t)p->values->n;
	int64_t *before = arena_array(p->arena, int64_t, p->values->n + 1);
	const int best = n_holding(p);
	memcpy(before, p->chosen, bytes);
	for (int k = 0; k < p->candidates.n && is_free(p, i) && n_holding(p) <= best; k++) {
		memcpy(p->chosen, before, bytes);
		p->chosen[i] = p->candidates.at[k];
		improve_others(p, i);
	}
	if (n_holding(p) <= best)
		memcpy(p->chosen, before, bytes);
}

const char *driven_assumptions(Arena *arena, const LaunchShape *launch, int size, DrivenValues *values)
{
	Promises p = { .arena = arena, .launch = launch, .values = values };
	p.chosen = arena_array(arena, int64_t, values->n + 1);
	for (int i = 0; i < values->n; i++) {
		const DrivenValue *v = &values->at[i];
		p.chosen[i] = v->is_known || v->value < size ? v->value : size;
	}
	list_candidates(&p, size);
	improve_others(&p, -1);
	for (int i = 0; i < values->n && n_holding(&p) < launch->n_assumptions && !p.why; i++)
		improve_with(&p, i);
	if (p.why)
		return arena_printf(arena, "there is a condition on %s, which is not an argument", p.why);
	if (n_holding(&p) < launch->n_assumptions)
		return "no arguments were found that fulfil the conditions on them";
	for (int i = 0; i < values->n; i++)
		if (is_named(&p, &values->at[i])) {
			values->at[i].is_known = true;
			values->at[i].value = p.chosen[i];
		}
	return NULL;
}
