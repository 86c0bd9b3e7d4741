#include "eval/nvcc/merge.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "eval/nvcc/merge_plan_impl.h"

enum { MOST_HELD = 512, MAX_FORKS = 64, EVICTED_SLOTS = 1024, PLAIN = 1024 };

struct Merge {
	ValueCtx *ctx;
	Arena *values;
	RequestCallback *callback;
	void *data;
	Held *held; /* at most MOST_HELD; on the heap: it outlives the values that it points to */
	int n_held, room;
	bool holds_loads, holds_stores; /* there may be some of the current epoch */
	Epochs epochs;
	int64_t n_epochs, breaks, store_breaks, load_breaks;
	Epochs forks[MAX_FORKS];
	int n_forks;
	/* Windows of 16 bytes that were flushed although later accesses could be merged with them; a hash table that forgets. */
	struct {
		int64_t epoch;
		int64_t window;
		const Var *object;
	} evicted[EVICTED_SLOTS];
	bool any_evicted;
	int64_t branch; /* the basic block of the last access with starts_branch: loads of that block … */
	int64_t block;  /* … are held until there is one behind the block that follows; the last access's block */
	Held last_sunk;  /* of merge_sunk(); its object is NULL: none */
	uint64_t plain[PLAIN]; /* Form.key of addresses that were computed as written; a hash table that forgets */
};

Merge *merge_new(Arena *arena, ValueCtx *ctx, RequestCallback *callback, void *data)
{
	Merge *m = arena_new_of(arena, Merge);
	m->ctx = ctx;
	m->callback = callback;
	m->data = data;
	m->values = arena_new();
	m->branch = -1;
	m->epochs = (Epochs){ ++m->n_epochs, ++m->n_epochs, ++m->n_epochs };
	return m;
}

void merge_free(Merge *m)
{
	arena_free(m->values);
	free(m->held);
}

/* --- flushing --------------------------------------------------------------------------------------- */

static bool is_in(const Epochs *epochs, const Held *h)
{
	bool declared = 1 << h->access.known_align.declared >= 2 * h->access.bytes;
	return h->epoch == epochs->loads || h->epoch == epochs->stores || (declared && h->all_epoch == epochs->all);
}

static bool may_be_taken_back(const Merge *m, const Held *h)
{
	return h->access.op == BANK_LD && h->access.basic_block == m->branch && m->block <= m->branch + 1;
}

static bool is_live(const Merge *m, const Held *h)
{
	bool live = is_in(&m->epochs, h) || may_be_taken_back(m, h);
	for (int i = 0; i < m->n_forks && i < MAX_FORKS && !live; i++)
		live = is_in(&m->forks[i], h);
	return live || m->n_forks > MAX_FORKS;
}

static void send(Merge *m, Held *all, const Held *h)
{
	Request r = { .bytes = h->plan.width, .widest = h->widest, .parts = h->plan.parts, .visit = h->visit, .fact = h->fact };
	int64_t before = h->element - (int64_t)h->plan.start;
	Access access = h->access;
	access.may_execute = &h->may_execute;
	access.must_execute = &h->must_execute;
	Value offset = h->offset;
	if (before)
		offset = value_binary(m->ctx, OP_SUB, (Int){ 8, true, false }, offset, value_int(before * h->access.bytes));
	access.offset = &offset;
	access.site = all[h->placed_at].access.site;
	access.stack = all[h->placed_at].access.stack;
	access.range = all[h->placed_at].access.range;
	r.access = &access;
	for (int i = h->certain; i >= 0; i = all[i].certain_next) {
		const Held *other = &all[i];
		if (!other->flush || other->leader != h->leader || other->epoch != h->epoch)
			continue;
		r.doubts |= other->doubts;
		if (other != h && r.n_with < MAX_TOGETHER)
			r.with[r.n_with++] = other->fact;
	}
	m->callback(m->data, &r);
}

/* Plans and passes on those with `flush` set. */
static void flush_marked(Merge *m)
{
	int kept = 0, n = m->n_held;
	merge_plan(m->ctx, m->held, n);
	for (int i = 0; i < n; i++)
		if (m->held[i].flush && m->held[i].leader == i)
			send(m, m->held, &m->held[i]);
	for (int i = 0; i < n; i++)
		if (!m->held[i].flush)
			m->held[kept++] = m->held[i];
	m->n_held = kept;
	if (!kept)
		arena_release(m->values, (ArenaMark){ 0 });
}

static void flush_dead(Merge *m)
{
	bool some = false;
	for (int i = 0; i < m->n_held; i++) {
		m->held[i].flush = !is_live(m, &m->held[i]);
		some = some || m->held[i].flush;
	}
	if (some)
		flush_marked(m);
}

static void flush_first(Merge *m, int n)
{
	for (int i = 0; i < m->n_held; i++)
		m->held[i].flush = i < n;
	flush_marked(m);
}

/* --- windows that were evicted ------------------------------------------------------------------------ */

static unsigned evicted_slot(const Held *h, int64_t window)
{
	uint64_t hash = ((uint64_t)window * 0x9e3779b97f4a7c15u) ^ (uint64_t)h->epoch * 0xff51afd7ed558ccdu;
	return (unsigned)(hash >> 40) % EVICTED_SLOTS;
}

static void note_evicted(Merge *m, int n)
{
	for (int i = 0; i < n; i++) {
		const Held *h = &m->held[i];
		unsigned slot = evicted_slot(h, h->at >> 4);
		m->evicted[slot].epoch = h->epoch;
		m->evicted[slot].window = h->at >> 4;
		m->evicted[slot].object = h->access.object;
	}
	m->any_evicted = true;
}

static bool is_evicted(const Merge *m, const Held *h)
{
	for (int64_t w = -1; w <= 1 && m->any_evicted; w++) {
		unsigned slot = evicted_slot(h, (h->at >> 4) + w);
		if (m->evicted[slot].epoch == h->epoch && m->evicted[slot].window == (h->at >> 4) + w &&
		    m->evicted[slot].object == h->access.object)
			return true;
	}
	return false;
}

/* nvcc reuses a part that was computed as written; only otherwise may it hide the alignment (Form.doubtful, Form.reduced). */
static bool may_hide(Merge *m, const Form *form)
{
	uint64_t *slot = &m->plain[(form->key >> 20) % PLAIN];
	const bool hides = (form->doubtful || form->reduced) && form->sure_align < 4;
	if (!hides)
		*slot = form->key;
	return hides && *slot != form->key;
}

/* --- accesses and epochs ------------------------------------------------------------------------------ */

bool merge_takes(const Access *access)
{
	return (access->op == BANK_LD || access->op == BANK_ST) && access->bytes <= 8 && !access->is_volatile;
}

static void begin_epoch(Merge *m, bool loads, bool stores, bool all)
{
	if (all)
		m->epochs.all = ++m->n_epochs;
	if (loads)
		m->epochs.loads = ++m->n_epochs;
	if (stores)
		m->epochs.stores = ++m->n_epochs;
	if (all || (loads && m->holds_loads) || (stores && m->holds_stores))
		flush_dead(m);
	m->holds_loads = m->holds_loads && !loads;
	m->holds_stores = m->holds_stores && !stores;
}

/* Flushes the older half, up to the end of a basic block if possible. */
static void make_room(Merge *m)
{
	int n = m->n_held / 2;
	while (n > 1 && m->held[n - 1].access.basic_block == m->held[n].access.basic_block)
		n--;
	n = n > 1 ? n : m->n_held / 2;
	note_evicted(m, n);
	flush_first(m, n);
}

static void hold(Merge *m, const Held *h)
{
	if (m->n_held == m->room) {
		m->room = m->room ? 2 * m->room : 32;
		m->held = heap_resize(m->held, (size_t)m->room, sizeof *m->held);
	}
	m->held[m->n_held++] = *h;
	*(h->epoch == m->epochs.loads ? &m->holds_loads : &m->holds_stores) = true;
}

static bool are_beside(const Held *a, const Held *b)
{
	const uint64_t x = (uint64_t)a->at, y = (uint64_t)b->at, apart = a->at > b->at ? x - y : y - x;
	return a->access.object == b->access.object && a->access.op == b->access.op && a->access.basic_block == b->access.basic_block &&
	       a->access.bytes == b->access.bytes && a->first == b->first && apart < WIDEST;
}

static Held looked_at(Merge *m, const Access *access)
{
	Held h = { .access = *access,
		   .may_execute = *access->may_execute,
		   .must_execute = *access->must_execute,
		   .offset = value_copy(m->values, m->ctx->n_threads, *access->offset) };
	held_look(m->ctx, &h);
	return h;
}

void merge_add(Merge *m, const Access *access, int fact, int64_t visit, bool perhaps)
{
	bool load = access->op == BANK_LD;
	m->block = access->basic_block;
	if (access->starts_branch)
		m->branch = m->block;
	m->store_breaks += load && perhaps;
	m->load_breaks += !load && perhaps;
	begin_epoch(m, !load && !perhaps, load && !perhaps, false);
	if (m->n_held == MOST_HELD)
		make_room(m);
	Held h = looked_at(m, access);
	h.fact = fact;
	h.visit = visit;
	h.epoch = load ? m->epochs.loads : m->epochs.stores;
	h.all_epoch = m->epochs.all;
	h.breaks = m->breaks + (load ? m->load_breaks : m->store_breaks);
	h.beside_sunk = are_beside(&h, &m->last_sunk);
	const bool is_hidden = may_hide(m, &h.offset.form);
	h.doubtful = is_hidden && h.offset.form.doubtful;
	h.reduced = is_hidden && h.offset.form.reduced;
	h.evicted = is_evicted(m, &h);
	hold(m, &h);
}

void merge_other(Merge *m, const Access *access)
{
	AccessKind kind = bank_op_kind(access->op);
	bool load = kind == ACCESS_LOAD || kind == ACCESS_LDMATRIX;
	m->block = access->basic_block;
	m->breaks += !load || access->is_volatile;
	begin_epoch(m, !load, true, false);
}

int merge_sunk(Merge *m, const Access *access, int fact)
{
	Held sunk = looked_at(m, access);
	const bool is_aligned = shows_pairs(&sunk);
	int beside = is_aligned && m->last_sunk.access.object && are_beside(&sunk, &m->last_sunk) ? m->last_sunk.fact : -1;
	sunk.fact = fact;
	for (int i = 0; i < m->n_held; i++) {
		if (!are_beside(&m->held[i], &sunk))
			continue;
		m->held[i].beside_sunk = true;
		beside = is_aligned ? m->held[i].fact : beside;
	}
	m->last_sunk = sunk;
	merge_other(m, access);
	return beside;
}

bool merge_take_back(Merge *m, int fact, int64_t basic_block, Mask *may_execute)
{
	for (int i = 0; i < m->n_held; i++) {
		if (m->held[i].fact != fact || m->held[i].access.basic_block != basic_block)
			continue;
		*may_execute = m->held[i].may_execute;
		memmove(&m->held[i], &m->held[i + 1], sizeof *m->held * (size_t)(--m->n_held - i));
		return true;
	}
	return false;
}

void merge_barrier(Merge *m)
{
	m->block = INT64_MAX;
	begin_epoch(m, true, true, true);
}

void merge_finish(Merge *m)
{
	flush_first(m, m->n_held);
}

/* --- taking back ----------------------------------------------------------------------------------------- */

struct MergeMark {
	Merge merge;
	Held *held;
};

static void keep_offsets(const Merge *m, Held *held, int n, Arena *arena)
{
	for (int i = 0; i < n; i++)
		held[i].offset = value_copy(arena, m->ctx->n_threads, held[i].offset);
}

MergeMark *merge_mark(const Merge *m, Arena *arena)
{
	MergeMark *mark = arena_new_of(arena, MergeMark);
	mark->merge = *m;
	mark->held = arena_dup(arena, m->held, sizeof *m->held * (size_t)m->n_held);
	keep_offsets(m, mark->held, m->n_held, arena);
	return mark;
}

void merge_go_back(Merge *m, const MergeMark *mark)
{
	Held *held = m->held;
	const int room = m->room;
	*m = mark->merge;
	m->held = held;
	m->room = room;
	if (m->n_held)
		memcpy(m->held, mark->held, sizeof *m->held * (size_t)m->n_held);
	keep_offsets(m, m->held, m->n_held, m->values);
}

/* --- conditions ---------------------------------------------------------------------------------------- */

Epochs merge_fork(Merge *m)
{
	if (m->n_forks < MAX_FORKS)
		m->forks[m->n_forks] = m->epochs;
	m->n_forks++;
	return m->epochs;
}

Epochs merge_epochs(const Merge *m)
{
	return m->epochs;
}

void merge_set_epochs(Merge *m, Epochs epochs)
{
	m->epochs = epochs;
	m->holds_loads = m->holds_stores = true;
}

void merge_join(Merge *m, const Epochs *first, bool second_left)
{
	Epochs start = m->n_forks <= MAX_FORKS ? m->forks[m->n_forks - 1] : m->epochs, second = second_left ? start : m->epochs;
	bool loads = second.loads != start.loads || (first && first->loads != start.loads);
	bool stores = second.stores != start.stores || (first && first->stores != start.stores);
	bool all = second.all != start.all || (first && first->all != start.all);
	m->n_forks--;
	merge_set_epochs(m, start);
	begin_epoch(m, loads, stores, all);
	flush_dead(m);
}
