#include "eval/nvcc/merge_plan_impl.h"
#include "eval/nvcc/merge_small.h"

static bool same_terms(const ValueCtx *ctx, const Value *a, const Value *b)
{
	if (a->n_terms != b->n_terms)
		return false;
	for (int i = 0; i < a->n_terms; i++) {
		const PerThread *p = &a->terms[i].k, *q = &b->terms[i].k;
		if (a->terms[i].mono != b->terms[i].mono)
			return false;
		for (int l = 0; l < ctx->n_threads && (p->v || q->v || l == 0); l++)
			if (per_thread_at(*p, l) != per_thread_at(*q, l))
				return false;
	}
	return true;
}

/* The distance from a to b, if it is the same in all threads that are active in both and less than WIDEST. */
static bool apart(const ValueCtx *ctx, const Held *a, const Held *b, int64_t *distance)
{
	const int64_t between = (int64_t)((uint64_t)b->at - (uint64_t)a->at);
	if (a->shape && a->shape == b->shape && a->first == b->first && between > -WIDEST && between < WIDEST) {
		*distance = between;
		return true;
	}
	Mask both = mask_and(a->may_execute, b->may_execute);
	int first = mask_lowest(&both);
	first = first < 0 ? 0 : first;
	uint64_t d = (uint64_t)per_thread_at(b->offset.base, first) - (uint64_t)per_thread_at(a->offset.base, first);
	if (d + WIDEST >= 2 * WIDEST || a->offset.unknown || b->offset.unknown || !same_terms(ctx, &a->offset, &b->offset))
		return false;
	for (int l = 0; l < ctx->n_threads && (a->offset.base.v || b->offset.base.v); l++)
		if (mask_has(&both, l) && (uint64_t)per_thread_at(b->offset.base, l) - (uint64_t)per_thread_at(a->offset.base, l) != d)
			return false;
	*distance = (int64_t)d;
	return true;
}

/* Constant places in two objects: whether they are adjacent depends on where the objects are placed. */
static bool are_fixed(const Held *a, const Held *b)
{
	const Var *x = a->access.object, *y = b->access.object;
	return x && y && x != y && x->kind == VAR_SHARED && y->kind == VAR_SHARED && form_is_const(&a->offset.form) &&
	       form_is_const(&b->offset.form);
}

/* The declaration shows enough alignment for NVVM to merge, also across accesses that cannot overlap. */
static bool is_declared(const Held *h)
{
	return 1 << h->access.known_align.declared >= 2 * h->access.bytes;
}

static bool same_epoch(const Held *a, const Held *b)
{
	return (a->epoch == b->epoch && (is_load(a) || a->breaks == b->breaks)) || (is_declared(a) && a->all_epoch == b->all_epoch);
}

/* ptxas merges the words of a vector of two with a single one, and not with a number of 8 bytes (testdata/facts/vectors_and_words.cu). */
static bool are_mixed(const Held *a, const Held *b)
{
	const bool other_width = a->access.bytes != b->access.bytes && a->access.bytes + b->access.bytes == 12;
	const bool vectors = a->access.is_vector || b->access.is_vector, both = a->access.is_vector && b->access.is_vector;
	return is_load(a) && is_load(b) && vectors && (other_width || (a->access.bytes == 8 && b->access.bytes == 8 && !both));
}

/* What NVVM makes of small parts, ptxas merges with words, and with parts of another size to words (testdata/facts/mixed_records.cu,
 * small_values.cu). */
static bool are_small_and_other(const Held *a, const Held *b)
{
	return (a->is_small || b->is_small) && a->access.bytes != b->access.bytes && a->access.bytes <= 4 && b->access.bytes <= 4;
}

static bool may_merge(const Held *a, const Held *b)
{
	bool same_object = a->access.object == b->access.object || !a->access.object || !b->access.object;
	bool same_size = a->access.bytes == b->access.bytes || a->access.is_copy || b->access.is_copy || are_mixed(a, b) ||
			 are_small_and_other(a, b);
	return same_epoch(a, b) && a->access.iteration == b->access.iteration && is_load(a) == is_load(b) && same_object && same_size &&
	       !form_differs(&a->offset.form, &b->offset.form);
}

/* ptxas merges what is at a constant address in any object (testdata/facts/small_constants.cu). */
static bool has_small_parts(const Held *h)
{
	const bool is_other = is_load(h) && h->access.bytes == 2 && h->access.half_register == HALF_REGISTER_MAYBE;
	return h->access.bytes < 4 && !h->is_word && (h->access.is_field || is_other || is_declared(h) || form_is_const(&h->offset.form));
}

/* The widest window that the addresses and the object's place allow. */
static int possible_window(const Held *h)
{
	int log2_align = least(h->threads_even, h->terms_even);
	if (h->access.known_align.exact)
		log2_align = least(log2_align, h->access.known_align.log2_align);
	if (has_small_parts(h))
		return 1 << least(log2_align, is_declared(h) ? 4 : 3);
	return window_of(&h->access, log2_align);
}

/* Accesses of other iterations, of a loop whose iterations were not evaluated one by one, may be adjacent. */
static bool may_merge_iterations(const ValueCtx *ctx, const Held *h)
{
	bool wide = widest_of(&h->access) > h->access.bytes || has_small_parts(h);
	if (!wide || h->threads_even < zeros((uint64_t)(2 * h->access.bytes)))
		return false;
	for (int i = 0; i < h->offset.n_terms; i++) {
		const MonoInfo *mono = &ctx->monos.at[h->offset.terms[i].mono];
		const SymInfo *sym = &ctx->syms.at[mono->syms[0]];
		int64_t k = h->offset.terms[i].k.u;
		if (mono->n == 1 && sym->kind == SYM_LOOP && !sym->not_unrolled && !h->offset.terms[i].k.v && k > -WIDEST && k < WIDEST)
			return true;
	}
	return false;
}

/* The window that accesses of other iterations fill up, one behind the other; the access's own bytes: none. */
static int iterated_window(const ValueCtx *ctx, const Held *h)
{
	int log2_align = h->threads_even;
	bool is_dense = false;
	for (int i = 0; i < h->offset.n_terms; i++) {
		const MonoInfo *mono = &ctx->monos.at[h->offset.terms[i].mono];
		const PerThread *k = &h->offset.terms[i].k;
		const bool steps = mono->n == 1 && ctx->syms.at[mono->syms[0]].kind == SYM_LOOP && !k->v &&
				   (k->u == h->access.bytes || k->u == -h->access.bytes);
		is_dense = is_dense || steps;
		log2_align = steps ? log2_align : least(log2_align, k->v ? 0 : zeros((uint64_t)k->u));
	}
	return is_dense ? window_of(&h->access, log2_align) : h->access.bytes;
}

typedef struct Possible {
	int window;
	int64_t place;     /* in the window */
	unsigned mask;
	bool has_other;          /* another access may share the window … */
	unsigned odd;      /* … and is not certainly one of its elements: DOUBT_… */
	unsigned apart;    /* why those of `mask` are not certainly merged: DOUBT_… */
} Possible;

/* Not in one window, as the first thread shows. */
static bool are_far(const Held *a, const Held *b)
{
	return a->access.object == b->access.object && a->first == b->first && (uint64_t)b->at - (uint64_t)a->at + WIDEST >= 2 * WIDEST;
}

/* Why it is not certain that the two, which have one distance in all threads, are merged. */
static unsigned why_apart(const Held *a, const Held *b)
{
	unsigned doubts = a->evicted || b->evicted ? DOUBT_MANY : 0;
	doubts |= !a->offset.form.known || !b->offset.form.known || a->offset.form.key != b->offset.form.key ? DOUBT_DISTANCE : 0;
	doubts |= a->epoch != b->epoch || a->breaks != b->breaks || !same_code(a, b) || !mask_equal(&a->may_execute, &b->may_execute)
			  ? DOUBT_BETWEEN
			  : 0;
	return doubts | (a->access.certain && b->access.certain && a->access.object && b->access.object ? 0 : DOUBT_DISTANCE);
}

/* Adds the other access to `p`; false: it does not share the window. */
static bool add_possible(const ValueCtx *ctx, const Held *h, const Held *other, Possible *p)
{
	int64_t d, bytes = h->access.bytes;
	if (are_far(h, other))
		return false;
	if (is_load(h) == is_load(other) && h->epoch == other->epoch && bytes == other->access.bytes && are_fixed(h, other)) {
		p->has_other = true;
		p->odd |= DOUBT_PLACE;
		p->apart |= why_apart(h, other);
		return true;
	}
	if (!may_merge(h, other) || !apart(ctx, h, other, &d))
		return false;
	int64_t at = p->place + d;
	bool known = h->access.known_align.exact;
	if (known && (at < 0 || at >= p->window))
		return false;
	if (d == 0 && other->access.bytes == bytes) {
		p->odd |= !is_load(h) && !same_code(h, other) ? DOUBT_BETWEEN : 0;
		return true;
	}
	if (!known && (bytes >= 4 || !has_small_parts(h)) && d % (2 * bytes) == 0 && h->access.site == other->access.site)
		return true; /* words that are not adjacent: no window has a pair of them, or three */
	p->has_other = true;
	p->odd |= (known ? 0 : DOUBT_ALIGNMENT) | (d % bytes ? DOUBT_DISTANCE : 0);
	p->odd |= h->access.is_copy || other->access.is_copy ? DOUBT_COPIED : 0;
	p->odd |= are_mixed(h, other) || are_small_and_other(h, other) ? DOUBT_WIDTHS : 0;
	p->apart |= why_apart(h, other);
	if (!p->odd)
		p->mask |= 1u << (at / bytes);
	return true;
}

static void add_all_possible(const ValueCtx *ctx, const Mates *mates, const Held *held, const Held *h, Possible *p)
{
	int epoch = slot_of((uint64_t)h->all_epoch, 0);
	for (int j = mates->epochs.first[epoch]; j >= 0 && mates->odd[epoch]; j = held[j].next)
		if (&held[j] != h)
			add_possible(ctx, h, &held[j], p);
	for (int64_t w = -1; w <= 1 && !mates->odd[epoch]; w++)
		for (int j = mates->near.first[near_slot(h, (h->at >> 4) + w)]; j >= 0; j = held[j].near_next)
			if (&held[j] != h)
				add_possible(ctx, h, &held[j], p);
}

unsigned possible_doubts(const ValueCtx *ctx, const Mates *mates, const Held *held, int i, int *may_be)
{
	const Held *h = &held[i];
	Possible p = { .window = possible_window(h) };
	*may_be = h->plan.width;
	if (h->offset.unknown)
		return 0;
	if (may_merge_iterations(ctx, h)) {
		*may_be = wider(h->plan.width, iterated_window(ctx, h));
		return DOUBT_ITERATIONS;
	}
	if (p.window <= h->access.bytes && !form_is_const(&h->offset.form))
		return h->plan.width != h->access.bytes ? DOUBT_ALIGNMENT : 0;
	p.place = floor_mod(h->at, p.window);
	p.mask = 1u << (p.place / h->access.bytes);
	if (is_load(h) || is_declared(h)) {
		add_all_possible(ctx, mates, held, h, &p);
	} else {
		for (int j = h->previous; j >= 0 && (held[j].epoch != h->epoch || add_possible(ctx, h, &held[j], &p)); j = held[j].previous)
			;
		for (int j = h->next; j >= 0 && (held[j].epoch != h->epoch || add_possible(ctx, h, &held[j], &p)); j = held[j].next)
			;
	}
	if (p.odd || (p.has_other && has_small_parts(h) && !h->is_small))
		return p.apart | (p.odd ? p.odd : DOUBT_SMALL);
	int element = (int)(p.place / h->access.bytes);
	if (h->is_small && __builtin_popcount(p.mask) == __builtin_popcount(h->together))
		return h->doubts & DOUBT_SMALL;
	Plan best = plan_request(is_load(h), h->access.bytes, p.window, p.mask, element);
	const bool split = is_split_by(h, p.mask) && __builtin_popcount(h->together) != 2;
	const bool is_merged_small = h->is_small && h->plan.width >= 4; /* what ptxas makes of those is not known */
	if (!is_merged_small && !split && best.width == h->plan.width && best.parts == h->plan.parts &&
	    element - best.start == h->element - h->plan.start)
		return 0;
	const unsigned why = p.apart | (certain_window(h) < p.window ? DOUBT_ALIGNMENT : 0);
	return why | h->doubts ? why : DOUBT_BETWEEN;
}
