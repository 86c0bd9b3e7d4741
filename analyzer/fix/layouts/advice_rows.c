#include "fix/layouts/advice_rows.h"

static void add_row(Rows *rows, int64_t row)
{
	bool is_new = row >= 8 && row <= 1024 && rows->n < (int)(sizeof rows->at / sizeof *rows->at);
	for (int r = 0; r < rows->n; r++)
		is_new &= rows->at[r] != row;
	if (is_new)
		rows->at[rows->n++] = row;
}

static void add_factors(const Expr *e, Rows *rows)
{
	for (int i = 0; i < 2 && e->kind == EX_BINARY && e->op == OP_MUL; i++)
		if (expr_without_casts(e->arg[i])->kind == EX_INT)
			add_row(rows, expr_without_casts(e->arg[i])->i);
	for (int i = 0; i < e->n_args && (e->kind == EX_BINARY || e->kind == EX_CAST || e->kind == EX_PTRADD); i++)
		add_factors(e->arg[i], rows);
}

/* The factor in `e` at a place, or the first one of that length where `at` is NULL; NULL: there is none. */
static const Expr *find_factor(const Expr *e, const Loc *at, int64_t row)
{
	const Expr *found = NULL;
	for (int i = 0; i < 2 && e->kind == EX_BINARY && e->op == OP_MUL && !found; i++) {
		const Expr *factor = expr_without_casts(e->arg[i]);
		if (factor->kind == EX_INT && (at ? loc_same(factor->range.begin, *at) : factor->i == row))
			found = factor;
	}
	const bool has_parts = e->kind == EX_BINARY || e->kind == EX_CAST || e->kind == EX_PTRADD;
	for (int i = 0; i < e->n_args && has_parts && !found; i++)
		found = find_factor(e->arg[i], at, row);
	return found;
}

static const Expr *factor_of(const Sample *sample, const Loc *at, int64_t row)
{
	const Expr *site = sample->fact->site;
	const bool is_element = site && site->n_args && site->arg[0]->kind == EX_PTRADD;
	return is_element ? find_factor(site->arg[0], at, row) : NULL;
}

int64_t row_in_instance(const Samples *samples, int instance, int64_t row)
{
	for (int i = 0; i < samples->at.n; i++) {
		const Expr *factor = factor_of(&samples->at.at[i], NULL, row);
		for (int k = 0; k < samples->at.n && factor; k++) {
			const Sample *other = &samples->at.at[k];
			const Expr *same = other->instance == instance ? factor_of(other, &factor->range.begin, 0) : NULL;
			if (same && same->i > 0)
				return same->i;
		}
	}
	return row;
}

void rows_of(const Samples *samples, int64_t elem, Rows *rows)
{
	*rows = (Rows){ .n = 0 };
	for (int i = 0; i < samples->at.n; i++) {
		const Expr *site = samples->at.at[i].fact->site;
		if (site && site->n_args && site->arg[0]->kind == EX_PTRADD && site->arg[0]->scale == elem)
			add_factors(site->arg[0], rows);
	}
	rows->n_written = rows->n;
	add_row(rows, 128 / elem);
	for (int i = 0; i < samples->at.n; i++) {
		const IndexForm *index = &samples->at.at[i].fact->index;
		for (int d = 0; d < 3 && index->kind == INDEX_AFFINE; d++) {
			int64_t bytes;
			if (!__builtin_mul_overflow(index->coef[d], index->unit, &bytes) && bytes % elem == 0 && is_power(bytes / elem))
				add_row(rows, bytes / elem);
		}
	}
}
