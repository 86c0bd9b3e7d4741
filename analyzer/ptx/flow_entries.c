/* Loops that are entered in several places. */
#include "ptx/flow.h"

#include <string.h>

enum { NONE = -1 };

typedef struct Search {
	FlowGraph *g;
	int *number, *low, *component, *stack;
	int n_numbers, n_stack, n_components;
} Search;

typedef struct Visit {
	int block, next;
} Visit;

static void begin(Search *s, int block)
{
	s->number[block] = s->low[block] = ++s->n_numbers;
	s->stack[s->n_stack++] = block;
}

static void finish(Search *s, int block)
{
	if (s->low[block] != s->number[block])
		return;
	int member;
	do {
		member = s->stack[--s->n_stack];
		s->component[member] = s->n_components;
	} while (member != block);
	s->n_components++;
}

/* Tarjan: strongly connected components of what is reached, without the blocks `left_out`. */
static void find_components(Arena *arena, Search *s, const bool *left_out)
{
	Visit *visits = arena_array(arena, Visit, s->g->n + 1);
	for (int root = 0; root < s->g->n; root++) {
		int depth = 0;
		if (s->number[root] || left_out[root] || s->g->blocks[root].order < 0)
			continue;
		begin(s, root);
		visits[depth++] = (Visit){ root, 0 };
		while (depth) {
			Visit *v = &visits[depth - 1];
			const Block *b = &s->g->blocks[v->block];
			if (v->next == b->n_next) {
				finish(s, v->block);
				depth--;
				if (depth && s->low[v->block] < s->low[visits[depth - 1].block])
					s->low[visits[depth - 1].block] = s->low[v->block];
				continue;
			}
			const int to = b->next[v->next++];
			if (left_out[to])
				continue;
			if (!s->number[to]) {
				begin(s, to);
				visits[depth++] = (Visit){ to, 0 };
			} else if (s->component[to] == NONE && s->number[to] < s->low[v->block]) {
				s->low[v->block] = s->number[to];
			}
		}
	}
}

static int *filled(Arena *arena, int n, int value)
{
	int *list = arena_array(arena, int, n);
	for (int i = 0; i < n; i++)
		list[i] = value;
	return list;
}

/* The entries of each component: blocks that an edge from another one leads to. */
static int count_entries(const Search *s, int component, int *entries)
{
	int n = 0;
	for (int i = 0; i < s->g->n; i++) {
		const Block *from = &s->g->blocks[i];
		for (int k = 0; from->order >= 0 && k < from->n_next; k++) {
			const int to = from->next[k];
			bool known = s->component[to] != component || s->component[i] == component;
			for (int e = 0; e < n && !known; e++)
				known = entries[e] == to;
			if (!known)
				entries[n++] = to;
		}
	}
	return n;
}

static Block added_block(const FlowGraph *g, const int *entries, BlockEnd end, int state)
{
	return (Block){ .first = g->blocks[entries[0]].first,
			.at = NONE,
			.end = end,
			.idom = NONE,
			.loop = NONE,
			.outer = NONE,
			.state = state,
			.dispatch = g->n_dispatches };
}

static int entry_of(const int *entries, int n, int block)
{
	for (int e = 0; e < n; e++)
		if (entries[e] == block)
			return e;
	return NONE;
}

/* Edges from inside of the component and those from outside have blocks of their own: else these were entries. */
static void join(Arena *arena, const Search *s, int component, const int *entries, int n)
{
	FlowGraph *g = s->g;
	const int before = g->n;
	Block *blocks = arena_array(arena, Block, before + 2 * n + 1);
	memcpy(blocks, g->blocks, sizeof *blocks * (size_t)before);
	blocks[before] = added_block(g, entries, END_SWITCH, NONE);
	blocks[before].next = arena_dup(arena, entries, sizeof *entries * (size_t)n);
	blocks[before].n_next = n;
	for (int i = 0; i < 2 * n; i++) {
		Block *note = &blocks[before + 1 + i];
		*note = added_block(g, entries, END_JUMP, i % n);
		note->next = filled(arena, 1, before);
		note->n_next = 1;
	}
	for (int i = 0; i < before; i++)
		for (int k = 0; k < blocks[i].n_next; k++) {
			const int e = entry_of(entries, n, blocks[i].next[k]);
			if (e != NONE)
				blocks[i].next[k] = before + 1 + e + (s->component[i] == component ? n : 0);
		}
	g->blocks = blocks;
	g->n = before + 2 * n + 1;
	g->n_dispatches++;
}

static void reset(FlowGraph *g)
{
	for (int i = 0; i < g->n; i++) {
		Block *b = &g->blocks[i];
		b->order = b->idom = b->loop = b->outer = NONE;
		b->is_header = false;
		b->n_from = b->n_back = 0;
	}
}

/* The loops of one level; if each of them has one entry, those inside, without the entries. */
bool flow_join_entries(Arena *arena, FlowGraph *g)
{
	bool *left_out = arena_array(arena, bool, g->n);
	int *entries = arena_array(arena, int, g->n);
	for (int level = 0; level < g->n; level++) {
		Search s = { .g = g,
			     .number = filled(arena, g->n, 0),
			     .low = filled(arena, g->n, 0),
			     .component = filled(arena, g->n, NONE),
			     .stack = filled(arena, g->n, 0) };
		bool any = false;
		find_components(arena, &s, left_out);
		int *size = filled(arena, s.n_components + 1, 0);
		for (int i = 0; i < g->n; i++)
			if (s.component[i] != NONE)
				size[s.component[i]]++;
		for (int c = 0; c < s.n_components; c++) {
			const int n = size[c] > 1 ? count_entries(&s, c, entries) : 0;
			if (n > 1) {
				join(arena, &s, c, entries, n);
				reset(g);
				return true;
			}
			if (n == 1)
				any = left_out[entries[0]] = true;
		}
		if (!any)
			return false;
	}
	return false;
}
