#include "eval/nvcc/merge_plan.h"

#include "eval/nvcc/merge_stepped.h"

enum { WIDEST = 16, MOST_BACK = 32 };

/* --- which accesses may be merged with each other ---------------------------------------------------------- */

/* Lists of accesses, in order: one for each slot of a hash. */
typedef struct Chains {
	int first[SLOTS], last[SLOTS];
} Chains;

static void chains_clear(Chains *chains)
{
	for (int s = 0; s < SLOTS; s++)
		chains->first[s] = chains->last[s] = -1;
}

/* Appends i to its list; returns the previous one, or -1. */
static int chain_add(Chains *chains, int slot, int i)
{
	int last = chains->last[slot];
	if (last < 0)
		chains->first[slot] = i;
	chains->last[slot] = i;
	return last;
}

/* Accesses are compared with those between the same barriers: mostly only with those at near offsets in the first active
 * thread (`near`), which is enough if all have the same first thread, a known object and an address that is not constant. */
typedef struct Mates {
	Chains epochs, lines, near;
	int odd[SLOTS]; /* by slot of epochs: how many accesses `near` is not enough for */
} Mates;

static int near_slot(const Held *h, int64_t window)
{
	return slot_of((uint64_t)h->all_epoch, (uint64_t)window);
}

static void find_mates(Mates *mates, Held *held, int n)
{
	chains_clear(&mates->epochs);
	chains_clear(&mates->lines);
	chains_clear(&mates->near);
	for (int i = 0; i < n; i++) {
		Held *h = &held[i];
		int epoch = slot_of((uint64_t)h->all_epoch, 0), near = near_slot(h, h->at >> 4);
		int line = slot_of((uint64_t)h->epoch ^ h->offset.form.key, (uint64_t)(h->offset.form.c >> 4));
		h->previous = chain_add(&mates->epochs, epoch, i);
		h->next = h->certain_next = h->near_next = -1;
		if (h->previous >= 0)
			held[h->previous].next = i;
		else
			mates->odd[epoch] = 0;
		int before = chain_add(&mates->lines, line, i);
		if (before >= 0)
			held[before].certain_next = i;
		before = chain_add(&mates->near, near, i);
		if (before >= 0)
			held[before].near_next = i;
		h->certain = mates->lines.first[line];
		mates->odd[epoch] +=
			!h->access.object || form_is_const(&h->offset.form) || h->first != held[mates->epochs.first[epoch]].first;
	}
}

/* --- what the hardware's widths allow ------------------------------------------------------------------ */

Plan plan_request(bool load, int bytes, int window, unsigned mask, int e)
{
	int n = window / bytes, pair = e & ~1;
	bool whole = load && n == 4 ? __builtin_popcount(mask) >= 3 : mask == (1u << n) - 1;
	if (n > 1 && whole)
		return (Plan){ window, 0, mask };
	if (n > 1 && (mask >> pair & 3) == 3)
		return (Plan){ 2 * bytes, pair, 3 };
	return (Plan){ bytes, e, 1 };
}

/* Bytes of the widest request: 16 for accesses of 4 and 8, 8 for stores of 2; others are not merged. */
static int widest(const Access *access)
{
	if (access->bytes >= 4)
		return WIDEST;
	return access->op == BANK_ST && access->bytes == 2 ? 8 : access->bytes;
}

static int window_of(const Access *access, int log2_align)
{
	int most = widest(access);
	return log2_align < 4 && most > 1 << log2_align ? (1 << log2_align < 2 * access->bytes ? access->bytes : 1 << log2_align) : most;
}

/* --- the offsets of one access -------------------------------------------------------------------------- */

static int zeros(uint64_t bits)
{
	return bits ? __builtin_ctzll(bits) : FORM_ANY;
}

void held_look(const ValueCtx *ctx, Held *h)
{
	uint64_t apart = 0;
	const Mask open = h->offset.unknown ? mask_and(h->offset.unknown->threads, h->may_execute) : mask_none();
	if (mask_empty(&open))
		h->offset.unknown = NULL; /* only of threads that do not execute it */
	h->first = mask_lowest(&h->may_execute);
	h->at = per_thread_at(h->offset.base, h->first < 0 ? 0 : h->first);
	for (int l = h->first; l >= 0 && l < ctx->n_threads && h->offset.base.v; l++)
		if (mask_has(&h->may_execute, l))
			apart |= (uint64_t)per_thread_at(h->offset.base, l) - (uint64_t)h->at;
	h->threads_even = zeros(apart);
	h->terms_even = zeros((uint64_t)value_symbolic_align(ctx, &h->offset));
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

static int wider(int a, int b)
{
	return a > b ? a : b;
}

static bool is_load(const Held *h)
{
	return h->access.op == BANK_LD;
}

/* --- what is certainly merged ---------------------------------------------------------------------------- */

static bool is_visible(const Held *h)
{
	return h->offset.form.known && h->access.certain && h->access.object && !h->access.is_copy && !h->evicted;
}

static bool same_line(const Held *a, const Held *b)
{
	return a->epoch == b->epoch && a->breaks == b->breaks && a->access.basic_block == b->access.basic_block &&
	       a->access.iteration == b->access.iteration && a->access.object == b->access.object && a->access.bytes == b->access.bytes &&
	       is_visible(a) && is_visible(b) && a->offset.form.key == b->offset.form.key && mask_equal(&a->may_execute, &b->may_execute);
}

static int certain_window(const Held *h)
{
	int log2_align = least(h->access.known_align.log2_align, h->offset.form.log2_align);
	if (!h->offset.unknown && !h->offset.n_terms)
		log2_align = least(log2_align, h->threads_even);
	return window_of(&h->access, log2_align);
}

static bool same_window(const Held *a, const Held *b, int window)
{
	int64_t x = a->offset.form.c, y = b->offset.form.c;
	return x - floor_mod(x, window) == y - floor_mod(y, window);
}

/* The declaration shows that the window is aligned: NVVM merges, also across stores to other windows a constant apart. */
static bool shows_window(const Held *h, int window)
{
	return 1 << h->access.known_align.declared >= window && !h->offset.form.carried;
}

/* The last store before held[i] that may be of its run; -1: none. */
static int run_goes_on(const Held *held, int i)
{
	const int window = certain_window(&held[i]), most = shows_window(&held[i], window) ? MOST_BACK : 1;
	for (int j = i - 1, past = 0; j >= 0 && past < most; j--) {
		if (is_load(&held[j]) || !held[j].flush)
			continue;
		if (!same_line(&held[j], &held[i]))
			return -1;
		if (same_window(&held[j], &held[i], window))
			return j;
		past++;
	}
	return -1;
}

static void number_runs(Held *held, int n)
{
	int run = 0;
	for (int i = 0; i < n; i++) {
		if (is_load(&held[i]) || !held[i].flush)
			continue;
		const int on = run_goes_on(held, i);
		held[i].run = on >= 0 ? held[on].run : ++run;
	}
}

static bool together(const Held *a, const Held *b, int window)
{
	return b->flush && is_load(a) == is_load(b) && same_line(a, b) && (is_load(a) || a->run == b->run) && same_window(a, b, window);
}

static bool hides_window(Stepped *stepped, const Held *h, int window)
{
	if (!h->offset.form.stepped || shows_window(h, window))
		return false;
	const Stepped *s = stepped_like(stepped, h);
	return !s || floor_mod(s->from, window);
}

static void plan_certain(Stepped *stepped, Held *held, int i)
{
	Held *h = &held[i];
	int window = certain_window(h), bytes = h->access.bytes;
	h->element = 0;
	h->plan = (Plan){ bytes, 0, 1 };
	h->together = 1;
	h->leader = h->placed_at = i;
	if (!is_visible(h) || window == bytes || h->offset.form.c % bytes)
		return;
	unsigned mask = 0;
	bool twice = false;
	unsigned doubts = (h->beside_sunk ? DOUBT_BESIDE_SUNK : 0) | (hides_window(stepped, h, window) ? DOUBT_STEPPED : 0);
	for (int j = h->certain; j >= 0; j = held[j].certain_next) {
		if (!together(h, &held[j], window) || held[j].offset.form.c % bytes)
			continue;
		doubts |= held[j].beside_sunk ? DOUBT_BESIDE_SUNK : 0;
		doubts |= !mask && held[j].doubtful ? DOUBT_REASSOCIATED : 0;
		unsigned bit = 1u << (floor_mod(held[j].offset.form.c, window) / bytes);
		twice = twice || (!is_load(h) && mask & bit);
		mask |= bit;
	}
	doubts |= twice ? DOUBT_STORED_TWICE : 0;
	if (doubts) {
		h->doubts |= mask & (mask - 1) ? doubts : 0;
		return;
	}
	h->element = floor_mod(h->offset.form.c, window) / bytes;
	h->together = mask;
	h->plan = plan_request(is_load(h), bytes, window, mask, (int)h->element);
}

static bool one_request(const Held *a, const Held *b)
{
	int window = certain_window(a);
	return a->plan.width == b->plan.width && a->plan.start == b->plan.start && together(a, b, window);
}

/* A merged load is at the place of its first load; a store at that of its last or, if NVVM merges it, its highest one. */
static bool leads(const Held *h, const Held *held, int j)
{
	if (is_load(h))
		return j < h->leader;
	bool nvvm = 1 << h->access.known_align.declared >= h->plan.width;
	return nvvm ? held[j].element > held[h->leader].element : j > h->leader;
}

/* Two words of 16 bytes that are not a pair: ptxas merges their loads and splits them again, both at the place of the first. */
static bool is_split_by(const Held *h, unsigned mask)
{
	return is_load(h) && h->access.bytes == 4 && __builtin_popcount(mask) == 2 && mask != 0x3 && mask != 0xc;
}

static void find_leader(Held *held, int i)
{
	Held *h = &held[i];
	for (int j = h->certain; j >= 0 && j < h->placed_at && is_split_by(h, h->together); j = held[j].certain_next)
		if (together(h, &held[j], WIDEST))
			h->placed_at = j;
	if (h->plan.width == h->access.bytes)
		return;
	for (int j = h->certain; j >= 0; j = held[j].certain_next)
		if (one_request(h, &held[j]) && leads(h, held, j))
			h->leader = j;
}

/* --- what may be merged ----------------------------------------------------------------------------------- */

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

static bool may_merge(const Held *a, const Held *b)
{
	bool same_object = a->access.object == b->access.object || !a->access.object || !b->access.object;
	bool same_size = a->access.bytes == b->access.bytes || a->access.is_copy || b->access.is_copy || are_mixed(a, b);
	return same_epoch(a, b) && a->access.iteration == b->access.iteration && is_load(a) == is_load(b) && same_object && same_size &&
	       !form_differs(&a->offset.form, &b->offset.form);
}

/* ptxas merges what is at a constant address in any object (testdata/facts/small_constants.cu). */
static bool has_small_parts(const Held *h)
{
	return h->access.bytes < 4 && (h->access.is_field || is_declared(h) || form_is_const(&h->offset.form));
}

/* The widest window that the addresses and the object's place allow. */
static int possible_window(const Held *h)
{
	int log2_align = least(h->threads_even, h->terms_even);
	if (h->access.known_align.exact)
		log2_align = least(log2_align, h->access.known_align.log2_align);
	if (has_small_parts(h))
		return 1 << least(log2_align, h->access.is_field || !is_declared(h) ? 3 : h->access.known_align.declared);
	return window_of(&h->access, log2_align);
}

/* Accesses of other iterations, of a loop whose iterations were not evaluated one by one, may be adjacent. */
static bool may_merge_iterations(const ValueCtx *ctx, const Held *h)
{
	bool wide = widest(&h->access) > h->access.bytes || has_small_parts(h);
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
	doubts |= a->epoch != b->epoch || a->breaks != b->breaks || a->access.basic_block != b->access.basic_block ||
				  !mask_equal(&a->may_execute, &b->may_execute)
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
		p->odd |= !is_load(h) && h->access.basic_block != other->access.basic_block ? DOUBT_BETWEEN : 0;
		return true;
	}
	p->has_other = true;
	p->odd |= (known ? 0 : DOUBT_ALIGNMENT) | (d % bytes ? DOUBT_DISTANCE : 0);
	p->odd |= h->access.is_copy || other->access.is_copy ? DOUBT_COPIED : 0;
	p->odd |= are_mixed(h, other) ? DOUBT_WIDTHS : 0;
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

/* Why nvcc may merge held[i] otherwise; 0: it does not.  *may_be: Request.widest. */
static unsigned find_doubts(const ValueCtx *ctx, const Mates *mates, const Held *held, int i, int *may_be)
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
	if (p.odd || (p.has_other && has_small_parts(h)))
		return p.apart | (p.odd ? p.odd : DOUBT_SMALL);
	int element = (int)(p.place / h->access.bytes);
	Plan best = plan_request(is_load(h), h->access.bytes, p.window, p.mask, element);
	const bool split = is_split_by(h, p.mask) && __builtin_popcount(h->together) != 2;
	if (!split && best.width == h->plan.width && best.parts == h->plan.parts && element - best.start == h->element - h->plan.start)
		return 0;
	const unsigned why = p.apart | (certain_window(h) < p.window ? DOUBT_ALIGNMENT : 0);
	return why | h->doubts ? why : DOUBT_BETWEEN;
}

void merge_plan(const ValueCtx *ctx, Held *held, int n)
{
	Mates mates;
	Stepped stepped[SLOTS];
	find_mates(&mates, held, n);
	find_stepped(stepped, held, n);
	for (int i = 0; i < n; i++)
		held[i].doubts = (held[i].evicted ? DOUBT_MANY : 0) | (held[i].beside_sunk ? DOUBT_BESIDE_SUNK : 0);
	number_runs(held, n);
	for (int i = 0; i < n; i++)
		if (held[i].flush)
			plan_certain(stepped, held, i);
	for (int i = 0; i < n; i++)
		if (held[i].flush)
			find_leader(held, i);
	for (int i = 0; i < n; i++)
		held[i].doubts = held[i].flush ? held[i].doubts | find_doubts(ctx, &mates, held, i, &held[i].widest) : 0;
}
