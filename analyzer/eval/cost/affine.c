/* The offset as a formula in threadIdx, recovered from the numbers of all threads: affine, or an XOR of index bits. */
#include "base/buf.h"
#include "eval/cost/price.h"
#include "base/power.h"

#include <string.h>

/* Offsets beyond this are the result of an overflow: no formula is looked for. */
static const int64_t FARTHEST = (int64_t)1 << 48;

static const char *const axis_names[] = { "threadIdx.x", "threadIdx.y", "threadIdx.z" };

typedef struct Fit {
	const int64_t *v;       /* by thread, in bytes */
	const Mask *may_execute;
	const int *block;
	int n_threads;
} Fit;

static void thread_index(const Fit *fit, int thread, int at[3])
{
	at[0] = thread % fit->block[0];
	at[1] = thread / fit->block[0] % fit->block[1];
	at[2] = thread / (fit->block[0] * fit->block[1]);
}

/* The slope along one axis, from two active threads that differ in it alone. */
static bool slope(const Fit *fit, int axis, int64_t *coef)
{
	int step = axis == 0 ? 1 : axis == 1 ? fit->block[0] : fit->block[0] * fit->block[1];
	*coef = 0;
	for (int l = 0; l + step < fit->n_threads; l++) {
		int a[3], b[3];
		thread_index(fit, l, a);
		thread_index(fit, l + step, b);
		if (b[axis] != a[axis] + 1 || !mask_has(fit->may_execute, l) || !mask_has(fit->may_execute, l + step))
			continue;
		*coef = fit->v[l + step] - fit->v[l];
		return true;
	}
	return false;
}

static bool fit_affine(const Fit *fit, int64_t coef[3], int64_t *constant)
{
	int first = mask_lowest(fit->may_execute), at[3];
	for (int axis = 0; axis < 3; axis++)
		slope(fit, axis, &coef[axis]);
	thread_index(fit, first, at);
	*constant = fit->v[first] - coef[0] * at[0] - coef[1] * at[1] - coef[2] * at[2];
	for (int l = 0; l < fit->n_threads; l++) {
		thread_index(fit, l, at);
		if (mask_has(fit->may_execute, l) && fit->v[l] != *constant + coef[0] * at[0] + coef[1] * at[1] + coef[2] * at[2])
			return false;
	}
	return true;
}

static bool fit_xor(const Fit *fit, int64_t unit, uint64_t bit[10], int *n_bits, int64_t *constant)
{
	Mask all = mask_first(fit->n_threads);
	if (!is_power(fit->n_threads) || !is_power(fit->block[0]) || !is_power(fit->block[1]) || !mask_equal(fit->may_execute, &all))
		return false;
	*n_bits = __builtin_ctz((unsigned)fit->n_threads);
	*constant = fit->v[0] / unit;
	for (int b = 0; b < *n_bits; b++)
		bit[b] = (uint64_t)(fit->v[1 << b] / unit) ^ (uint64_t)*constant;
	for (int l = 0; l < fit->n_threads; l++) {
		uint64_t want = (uint64_t)*constant;
		for (int b = 0; b < *n_bits; b++)
			want ^= l >> b & 1 ? bit[b] : 0;
		if (fit->v[l] % unit || fit->v[l] < 0 || (uint64_t)(fit->v[l] / unit) != want)
			return false;
	}
	return true;
}

/* --- text ------------------------------------------------------------------------------------------- */

static void add_term(Buf *out, const char *joint, int64_t k, const char *name)
{
	if (out->n)
		buf_puts(out, k < 0 && joint[1] == '+' ? " - " : joint);
	else if (k < 0)
		buf_puts(out, "-");
	unsigned long long size = k < 0 ? 0 - (unsigned long long)k : (unsigned long long)k;
	if (!name)
		buf_printf(out, "%llu", size);
	else if (size == 1)
		buf_puts(out, name);
	else
		buf_printf(out, "%llu*%s", size, name);
}

static void affine_text(Buf *out, const IndexForm *form)
{
	static const int order[] = { 2, 1, 0 };
	for (int i = 0; i < 3; i++)
		if (form->coef[order[i]])
			add_term(out, " + ", form->coef[order[i]], axis_names[order[i]]);
	if (form->constant || !out->n)
		add_term(out, " + ", form->constant, NULL);
}

/* The bits of one axis: if its bit b flips c << b, for one c, the text is the axis times each set bit of c. */
static void xor_axis(Buf *out, const IndexForm *form, int first, int n, const char *axis)
{
	uint64_t c = n ? form->bit[first] : 0;
	bool regular = true;
	for (int b = 0; b < n; b++)
		regular = regular && form->bit[first + b] == c << b;
	for (int b = 62; regular && b >= 0; b--)
		if (c >> b & 1)
			add_term(out, " ^ ", (int64_t)1 << b, axis);
	for (int b = 0; !regular && b < n; b++)
		if (form->bit[first + b])
			buf_printf(out, "%s%llu*bit%d(%s)", out->n ? " ^ " : "", (unsigned long long)form->bit[first + b], b, axis);
}

static void xor_text(Buf *out, const IndexForm *form, const int block[3])
{
	int at = 0;
	for (int axis = 0; axis < 3; axis++) {
		int n = 0;
		while ((1 << n) < block[axis] && at + n < form->n_bits)
			n++;
		xor_axis(out, form, at, n, axis_names[axis]);
		at += n;
	}
	if (form->constant || !out->n)
		add_term(out, " ^ ", form->constant, NULL);
}

static bool is_far(const Fit *fit)
{
	for (int l = 0; l < fit->n_threads; l++)
		if (mask_has(fit->may_execute, l) && (fit->v[l] < -FARTHEST || fit->v[l] > FARTHEST))
			return true;
	return false;
}

/* "(threadIdx.x*n)": a term whose factor differs between threads.  In parentheses, which symbolic_step() relies on. */
static void add_per_thread(Buf *out, const Fit *factor, int64_t unit, const char *name)
{
	IndexForm form = { .unit = 1 };
	buf_puts(out, out->n ? " + " : "");
	if (is_far(factor) || !fit_affine(factor, form.coef, &form.constant)) {
		buf_printf(out, "(by thread)*%s", name);
		return;
	}
	const bool is_whole = (form.coef[0] | form.coef[1] | form.coef[2] | form.constant) % unit == 0;
	for (int axis = 0; axis < 3 && is_whole; axis++)
		form.coef[axis] /= unit;
	form.constant /= is_whole ? unit : 1;
	Buf text = { 0 };
	affine_text(&text, &form);
	buf_printf(out, strchr(text.s, ' ') ? "((%s)*%s)" : "(%s*%s)", text.s, name);
	if (!is_whole)
		buf_printf(out, "/%lld", (long long)unit);
	buf_free(&text);
}

/* The symbolic part, in units. */
static const char *symbolic_text(Arena *arena, ValueCtx *ctx, const Value *offset, const Fit *fit, int64_t unit)
{
	Buf out = { 0 };
	for (int i = 0; i < offset->n_terms; i++) {
		Buf name = { 0 };
		mono_print(&name, ctx, offset->terms[i].mono);
		if (offset->terms[i].k.v) {
			Fit factor = *fit;
			factor.v = offset->terms[i].k.v;
			add_per_thread(&out, &factor, unit, name.s ? name.s : "?");
		} else if (offset->terms[i].k.u % unit)
			buf_printf(&out, "%s(%lld*%s)/%lld", out.n ? " + " : "", (long long)offset->terms[i].k.u, name.s ? name.s : "?",
				   (long long)unit);
		else
			add_term(&out, " + ", offset->terms[i].k.u / unit, name.s ? name.s : "?");
		buf_free(&name);
	}
	const char *text = out.n ? arena_strdup(arena, out.s) : NULL;
	buf_free(&out);
	return text;
}

IndexForm index_form(Arena *arena, ValueCtx *ctx, const Value *offset, const Mask *may_execute, const int block[3], int bytes)
{
	IndexForm form = { .kind = INDEX_NONE, .unit = bytes };
	int64_t v[MAX_THREADS];
	if (mask_empty(may_execute))
		return form;
	if (offset->unknown) {
		Mask unknown = mask_and(offset->unknown->threads, *may_execute);
		if (!mask_empty(&unknown) && !offset->unknown->per_warp)
			return form;
	}
	for (int l = 0; l < ctx->n_threads; l++)
		v[l] = per_thread_at(offset->base, l);
	Fit fit = { v, may_execute, block, ctx->n_threads };
	if (is_far(&fit))
		return form;
	Buf out = { 0 };
	if (fit_affine(&fit, form.coef, &form.constant)) {
		form.kind = INDEX_AFFINE;
		if ((form.coef[0] | form.coef[1] | form.coef[2] | form.constant) % bytes)
			form.unit = 1;
		for (int axis = 0; axis < 3; axis++)
			form.coef[axis] /= form.unit;
		form.constant /= form.unit;
		affine_text(&out, &form);
	} else if (fit_xor(&fit, bytes, form.bit, &form.n_bits, &form.constant)) {
		form.kind = INDEX_XOR;
		xor_text(&out, &form, block);
	}
	if (form.kind != INDEX_NONE) {
		form.text = arena_strdup(arena, out.s ? out.s : "0");
		form.symbolic = symbolic_text(arena, ctx, offset, &fit, form.unit);
	}
	buf_free(&out);
	return form;
}
