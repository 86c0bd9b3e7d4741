#include "eval/nvcc/merge_plan_impl.h"
#include "eval/nvcc/merge_small.h"
#include "eval/nvcc/merge_stepped.h"

enum { MOST_BACK = 32 };

/* --- which accesses may be merged with each other ---------------------------------------------------------- */

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

int widest_of(const Access *access)
{
	if (access->bytes >= 4)
		return WIDEST;
	return (access->op == BANK_ST && access->bytes == 2) || is_half_word(access) ? 8 : access->bytes;
}

int window_of(const Access *access, int log2_align)
{
	int most = widest_of(access);
	return log2_align < 4 && most > 1 << log2_align ? (1 << log2_align < 2 * access->bytes ? access->bytes : 1 << log2_align) : most;
}

/* --- the offsets of one access -------------------------------------------------------------------------- */

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
	h->shape = value_hash(ctx, &h->offset, h->at);
	h->terms_even = zeros((uint64_t)value_symbolic_align(ctx, &h->offset));
}

/* --- what is certainly merged ---------------------------------------------------------------------------- */

static bool is_visible(const Held *h)
{
	return h->offset.form.known && h->access.certain && h->access.object && !h->access.is_copy && !h->evicted;
}

/* What divides the address, as NVVM sees it in the text. */
static int seen_align(const Held *h)
{
	return least(h->access.known_align.declared, h->offset.form.seen_align);
}

static int window_by(const Held *h, bool by_nvvm)
{
	int log2_align = by_nvvm ? seen_align(h) : wider(seen_align(h), least(h->access.known_align.log2_align, h->offset.form.log2_align));
	if (!h->offset.unknown && !h->offset.n_terms)
		log2_align = least(log2_align, h->threads_even);
	return by_nvvm ? wider(h->access.bytes, 1 << least(log2_align, 4)) : window_of(&h->access, log2_align);
}

int certain_window(const Held *h)
{
	return window_by(h, merges_small(h));
}

/* The declaration shows that the window is aligned: NVVM merges, also across stores to other windows a constant apart. */
static bool shows_window(const Held *h, int window)
{
	return 1 << h->access.known_align.declared >= window && !h->offset.form.carried;
}

bool same_code(const Held *a, const Held *b)
{
	return a->access.basic_block == b->access.basic_block ||
	       (a->access.nvvm_block == b->access.nvvm_block && shows_window(a, certain_window(a)));
}

static bool same_line(const Held *a, const Held *b)
{
	return a->epoch == b->epoch && a->breaks == b->breaks && same_code(a, b) && a->access.iteration == b->access.iteration &&
	       a->access.object == b->access.object && a->access.bytes == b->access.bytes && is_visible(a) && is_visible(b) &&
	       a->offset.form.key == b->offset.form.key && mask_equal(&a->may_execute, &b->may_execute);
}

static bool same_window(const Held *a, const Held *b, int window)
{
	int64_t x = a->offset.form.c, y = b->offset.form.c;
	return x - floor_mod(x, window) == y - floor_mod(y, window);
}

bool shows_pairs(const Held *h)
{
	return certain_window(h) > h->access.bytes && shows_window(h, 2 * h->access.bytes);
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

/* by_nvvm: no opaque code is between the window's accesses. */
static bool hides_window(Stepped *stepped, const Held *h, int window, bool by_nvvm)
{
	if (!h->offset.form.stepped || (by_nvvm && shows_window(h, window)))
		return false;
	const Stepped *s = stepped_like(stepped, h);
	return !s || floor_mod(s->from, window);
}

/* Of accesses of less than 4 bytes: those before the window are adjacent to its first one, and do not begin at a window. */
static bool follows_part(const Mates *mates, const Held *held, const Held *h, int window)
{
	const unsigned whole = (1u << window / h->access.bytes) - 1;
	int64_t at = h->offset.form.c - floor_mod(h->offset.form.c, window);
	unsigned mask = whole;
	for (int back = 0; back < MOST_BACK && mask == whole; back++) {
		at -= window;
		mask = 0;
		const int line = slot_of((uint64_t)h->epoch ^ h->offset.form.key, (uint64_t)(at >> 4));
		for (int j = mates->lines.first[line]; j >= 0; j = held[j].certain_next)
			if (held[j].flush && is_load(&held[j]) == is_load(h) && same_line(h, &held[j]) && held[j].offset.form.c >= at &&
			    held[j].offset.form.c < at + window)
				mask |= 1u << (held[j].offset.form.c - at) / h->access.bytes;
	}
	return mask == whole || mask >> (window / h->access.bytes - 1) & 1;
}

/* The accesses that are certainly in one window. */
typedef struct Window {
	int bytes;
	unsigned mask, doubts;
	bool by_nvvm; /* opaque code is between none of them */
	bool by_ptxas; /* it is between each two of them; of loads, arithmetic on halves only */
} Window;

/* nvcc may not see that the window is aligned: ptxas, or NVVM where it merges.  Where NVVM does not see that they are a constant apart, it
 * leaves the window's stores to ptxas, but merges some of its loads. */
static bool may_be_hidden(const Held *h, int bytes)
{
	const bool by_nvvm = 1 << least(seen_align(h), 4) >= bytes, regrouped = h->offset.form.regrouped;
	return h->doubtful || (by_nvvm && (is_load(h) || !regrouped) ? regrouped : h->reduced);
}

static Window look_at(Stepped *stepped, const Held *held, const Held *h, int bytes)
{
	Window w = { .bytes = bytes, .by_nvvm = true, .by_ptxas = true, .doubts = h->beside_sunk ? DOUBT_BESIDE_SUNK : 0 };
	int64_t last = -1;
	for (int j = h->certain; j >= 0; j = held[j].certain_next) {
		if (!together(h, &held[j], bytes) || held[j].offset.form.c % h->access.bytes)
			continue;
		const int64_t block = held[j].access.nvvm_block;
		w.by_nvvm = w.by_nvvm && block == h->access.nvvm_block;
		w.by_ptxas = w.by_ptxas && block != last && (!is_load(h) || held[j].access.halves_block == h->access.halves_block);
		last = block;
		w.doubts |= held[j].beside_sunk ? DOUBT_BESIDE_SUNK : 0;
		w.doubts |= !w.mask && may_be_hidden(&held[j], bytes) ? DOUBT_REASSOCIATED : 0;
		const unsigned bit = 1u << (floor_mod(held[j].offset.form.c, bytes) / h->access.bytes);
		w.doubts |= !is_load(h) && w.mask & bit ? DOUBT_STORED_TWICE : 0;
		w.mask |= bit;
	}
	w.doubts |= hides_window(stepped, h, bytes, w.by_nvvm) ? DOUBT_STEPPED : 0;
	return w;
}

/* What it makes of accesses of less than 4 bytes that NVVM left. */
static bool ptxas_is_known(const Access *access)
{
	return access->op == BANK_ST ? access->bytes == 2 || !access->is_field : access->bytes == 1 || is_half_word(access);
}

/* Of `c ? p + 1024 : p` NVVM computes *p by itself, and all other elements from another register: where it does not merge itself, ptxas
 * leaves the first one alone. */
static unsigned doubt_of_choice(const Held *h, int window)
{
	const Form *form = &h->offset.form;
	if (h->is_small)
		return form->chosen ? DOUBT_SMALL : 0;
	return form->chosen_pointer && floor_mod(form->c, window) == form->c && !shows_window(h, window) ? DOUBT_REASSOCIATED : 0;
}

static void plan_certain(const Mates *mates, Stepped *stepped, Held *held, int i)
{
	Held *h = &held[i];
	const int bytes = h->access.bytes;
	h->element = 0;
	h->plan = (Plan){ bytes, 0, 1 };
	h->together = 1;
	h->leader = h->placed_at = i;
	h->is_small = merges_small(h);
	h->is_word = false;
	if (!is_visible(h) || h->offset.form.c % bytes)
		return;
	Window w = look_at(stepped, held, h, certain_window(h));
	if (h->is_small && !w.by_nvvm && w.by_ptxas && ptxas_is_known(&h->access)) {
		h->is_small = false;
		h->is_word = true;
		w = look_at(stepped, held, h, window_by(h, false));
	}
	w.doubts |= h->is_small && (!w.by_nvvm || (is_load(h) && w.bytes < WIDEST)) ? DOUBT_SMALL : 0;
	w.doubts |= doubt_of_choice(h, w.bytes);
	w.doubts |= is_half_word(&h->access) && !h->is_small && !w.by_ptxas && !w.by_nvvm ? DOUBT_SMALL : 0;
	if (w.bytes == bytes)
		return;
	const int element = (int)(floor_mod(h->offset.form.c, w.bytes) / bytes);
	const bool is_merged = h->is_small || plan_request(is_load(h), bytes, w.bytes, w.mask, element).width > bytes;
	if (w.doubts && is_merged) {
		h->doubts |= w.mask & (w.mask - 1) ? w.doubts : 0;
		return;
	}
	h->element = element;
	h->together = w.mask;
	if (!h->is_small)
		h->plan = plan_request(is_load(h), bytes, w.bytes, w.mask, element);
	else if (!plan_small(is_load(h), bytes, w.bytes, w.mask, element, follows_part(mates, held, h, w.bytes), &h->plan))
		h->doubts |= DOUBT_SMALL;
}

static bool one_request(const Held *a, const Held *b)
{
	int window = a->is_word ? window_by(a, false) : certain_window(a);
	return a->plan.width == b->plan.width && a->is_word == b->is_word && a->plan.start == b->plan.start && together(a, b, window);
}

/* A merged load is at the place of its first load; a store at that of its last or, if NVVM merges it, its highest one. */
static bool leads(const Held *h, const Held *held, int j)
{
	if (is_load(h))
		return j < h->leader;
	bool nvvm = 1 << h->access.known_align.declared >= h->plan.width;
	return nvvm ? held[j].element > held[h->leader].element : j > h->leader;
}

bool is_split_by(const Held *h, unsigned mask)
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
			plan_certain(&mates, stepped, held, i);
	for (int i = 0; i < n; i++)
		if (held[i].flush)
			find_leader(held, i);
	for (int i = 0; i < n; i++) {
		held[i].doubts = held[i].flush ? held[i].doubts | possible_doubts(ctx, &mates, held, i, &held[i].widest) : 0;
		if (held[i].flush && held[i].beside_sunk && shows_pairs(&held[i]))
			held[i].widest = wider(held[i].widest, 2 * held[i].access.bytes);
	}
}
