#include "eval/nvcc/merge.h"

#include <stdlib.h>

#include "base/heap.h"
#include "eval/nvcc/merge_plan.h"

enum { MOST_HELD = 512, MAX_FORKS = 64, TORN = 1024, PLAIN = 1024 };

struct Merge {
	ValueCtx *ctx;
	Arena *values;
	RequestSink *sink;
	void *data;
	Held *held; /* at most MOST_HELD; on the heap: it outlives the values that it points to */
	int n_held, room;
	bool holds_loads, holds_stores; /* there may be some in the current gap */
	Gaps gaps;
	int64_t n_gaps, breaks, store_breaks;
	Gaps forks[MAX_FORKS];
	int n_forks;
	/* Windows of 16 bytes that were let go although what follows could join them. */
	struct { int64_t gap; int64_t window; const Var *object; } torn[TORN];
	bool is_torn;
	uint64_t plain[PLAIN]; /* parts of addresses that were computed as they stand */
};

Merge *merge_new(Arena *arena, ValueCtx *ctx, RequestSink *sink, void *data)
{
	Merge *m = arena_new_of(arena, Merge);
	m->ctx = ctx;
	m->sink = sink;
	m->data = data;
	m->values = arena_new();
	m->gaps = (Gaps){ ++m->n_gaps, ++m->n_gaps, ++m->n_gaps };
	return m;
}

void merge_free(Merge *m)
{
	arena_free(m->values);
	free(m->held);
}

/* --- letting go ------------------------------------------------------------------------------------- */

static bool is_in(const Gaps *gaps, const Held *h)
{
	bool declared = 1 << h->access.base.declared >= 2 * h->access.bytes;
	return h->gap == gaps->loads || h->gap == gaps->stores || (declared && h->all_gap == gaps->all);
}

static bool is_live(const Merge *m, const Held *h)
{
	bool live = is_in(&m->gaps, h);
	for (int i = 0; i < m->n_forks && i < MAX_FORKS && !live; i++)
		live = is_in(&m->forks[i], h);
	return live || m->n_forks > MAX_FORKS;
}

static void send(Merge *m, Held *all, const Held *h)
{
	Request r = { .bytes = h->plan.width, .parts = h->plan.parts, .visit = h->visit, .fact = h->fact, .open = false };
	int64_t before = h->element - (int64_t)h->plan.start;
	Access access = h->access;
	access.act = &h->act;
	access.sure = &h->sure;
	Value offset = h->offset;
	if (before)
		offset = value_binary(m->ctx, OP_SUB, (Int){ 8, true, false }, offset, value_int(before * h->access.bytes));
	access.offset = &offset;
	access.site = all[h->stands].access.site;
	access.stack = all[h->stands].access.stack;
	access.range = all[h->stands].access.range;
	r.access = &access;
	for (int i = h->line; i >= 0; i = all[i].line_next) {
		const Held *other = &all[i];
		if (!other->goes || other->leader != h->leader || other->gap != h->gap)
			continue;
		r.open = r.open || other->open;
		if (other != h && r.n_with < MAX_TOGETHER)
			r.with[r.n_with++] = other->fact;
	}
	m->sink(m->data, &r);
}

/* Those that were marked. */
static void let_go(Merge *m)
{
	int kept = 0, n = m->n_held;
	merge_plan(m->ctx, m->held, n);
	for (int i = 0; i < n; i++)
		if (m->held[i].goes && m->held[i].leader == i)
			send(m, m->held, &m->held[i]);
	for (int i = 0; i < n; i++)
		if (!m->held[i].goes)
			m->held[kept++] = m->held[i];
	m->n_held = kept;
	if (!kept)
		arena_release(m->values, (ArenaMark){ 0 });
}

static void let_dead_go(Merge *m)
{
	bool some = false;
	for (int i = 0; i < m->n_held; i++) {
		m->held[i].goes = !is_live(m, &m->held[i]);
		some = some || m->held[i].goes;
	}
	if (some)
		let_go(m);
}

static void let_first_go(Merge *m, int n)
{
	for (int i = 0; i < m->n_held; i++)
		m->held[i].goes = i < n;
	let_go(m);
}

/* --- windows that were cut ---------------------------------------------------------------------------- */

static unsigned torn_slot(const Held *h, int64_t window)
{
	uint64_t hash = ((uint64_t)window * 0x9e3779b97f4a7c15u) ^ (uint64_t)h->gap * 0xff51afd7ed558ccdu;
	return (unsigned)(hash >> 40) % TORN;
}

static void tear(Merge *m, int n)
{
	for (int i = 0; i < n; i++) {
		const Held *h = &m->held[i];
		unsigned slot = torn_slot(h, h->at >> 4);
		m->torn[slot].gap = h->gap;
		m->torn[slot].window = h->at >> 4;
		m->torn[slot].object = h->access.object;
	}
	m->is_torn = true;
}

static bool is_torn(const Merge *m, const Held *h)
{
	for (int64_t w = -1; w <= 1 && m->is_torn; w++) {
		unsigned slot = torn_slot(h, (h->at >> 4) + w);
		if (m->torn[slot].gap == h->gap && m->torn[slot].window == (h->at >> 4) + w && m->torn[slot].object == h->access.object)
			return true;
	}
	return false;
}

/* A part that is there already is not computed anew with a constant in it. */
static bool is_doubtful(Merge *m, const Form *form)
{
	uint64_t *slot = &m->plain[(form->key >> 20) % PLAIN];
	if (!form->doubtful)
		*slot = form->key;
	return form->doubtful && *slot != form->key;
}

/* --- what comes in ------------------------------------------------------------------------------------ */

bool merge_takes(const Access *access)
{
	return (access->op == BANK_LD || access->op == BANK_ST) && access->bytes <= 8 && !access->is_volatile;
}

static void open_gap(Merge *m, bool loads, bool stores, bool all)
{
	if (all)
		m->gaps.all = ++m->n_gaps;
	if (loads)
		m->gaps.loads = ++m->n_gaps;
	if (stores)
		m->gaps.stores = ++m->n_gaps;
	if (all || (loads && m->holds_loads) || (stores && m->holds_stores))
		let_dead_go(m);
	m->holds_loads = m->holds_loads && !loads;
	m->holds_stores = m->holds_stores && !stores;
}

/* The older half goes, if possible cut where straight-line code ends. */
static void make_room(Merge *m)
{
	int n = m->n_held / 2;
	while (n > 1 && m->held[n - 1].access.segment == m->held[n].access.segment)
		n--;
	n = n > 1 ? n : m->n_held / 2;
	tear(m, n);
	let_first_go(m, n);
}

static void hold(Merge *m, const Held *h)
{
	if (m->n_held == m->room) {
		m->room = m->room ? 2 * m->room : 32;
		m->held = heap_resize(m->held, (size_t)m->room, sizeof *m->held);
	}
	m->held[m->n_held++] = *h;
	*(h->gap == m->gaps.loads ? &m->holds_loads : &m->holds_stores) = true;
}

void merge_add(Merge *m, const Access *access, int fact, int64_t visit, bool perhaps)
{
	bool load = access->op == BANK_LD, there = load && perhaps;
	m->store_breaks += there;
	open_gap(m, !load, load && !there, false);
	if (m->n_held == MOST_HELD)
		make_room(m);
	Held h = { .access = *access, .act = *access->act, .sure = *access->sure, .fact = fact, .visit = visit,
		   .gap = load ? m->gaps.loads : m->gaps.stores, .all_gap = m->gaps.all, .breaks = m->breaks + (load ? 0 : m->store_breaks),
		   .offset = value_copy(m->values, m->ctx->n_lanes, *access->offset) };
	held_look(m->ctx, &h);
	h.doubtful = is_doubtful(m, &h.offset.form);
	h.torn = is_torn(m, &h);
	hold(m, &h);
}

void merge_pass(Merge *m, const Access *access)
{
	AccessKind kind = bank_op_kind(access->op);
	bool load = kind == ACCESS_LOAD || kind == ACCESS_LDMATRIX;
	m->breaks += !load || access->is_volatile;
	open_gap(m, !load, true, false);
}

void merge_barrier(Merge *m)
{
	open_gap(m, true, true, true);
}

void merge_finish(Merge *m)
{
	let_first_go(m, m->n_held);
}

/* --- conditions ---------------------------------------------------------------------------------------- */

Gaps merge_fork(Merge *m)
{
	if (m->n_forks < MAX_FORKS)
		m->forks[m->n_forks] = m->gaps;
	m->n_forks++;
	return m->gaps;
}

Gaps merge_gaps(const Merge *m)
{
	return m->gaps;
}

void merge_set_gaps(Merge *m, Gaps gaps)
{
	m->gaps = gaps;
	m->holds_loads = m->holds_stores = true;
}

void merge_join(Merge *m, const Gaps *first, bool second_left)
{
	Gaps start = m->n_forks <= MAX_FORKS ? m->forks[m->n_forks - 1] : m->gaps, second = second_left ? start : m->gaps;
	bool loads = second.loads != start.loads || (first && first->loads != start.loads);
	bool stores = second.stores != start.stores || (first && first->stores != start.stores);
	bool all = second.all != start.all || (first && first->all != start.all);
	m->n_forks--;
	merge_set_gaps(m, start);
	open_gap(m, loads, stores, all);
	let_dead_go(m);
}
