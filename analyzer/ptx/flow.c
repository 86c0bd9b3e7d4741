#include "ptx/flow.h"

#include <string.h>

#include "ptx/names.h"

enum { MAX_DISPATCHES = 64 };

typedef struct Builder {
	Arena *arena;
	const PtxFunc *func;
	FlowGraph *out;
	NameTable *labels; /* in scopes: the instruction, plus one */
	NameTable *tables;
	int *block_at;     /* by instruction: the block that begins there; -1: none */
	const char *broken;
} Builder;

/* --- blocks --------------------------------------------------------------------------------------- */

static bool is_word(const PtxInstr *instr, const char *word)
{
	return !strcmp(instr->opcode->part[0], word);
}

static bool ends_block(const PtxInstr *instr)
{
	return is_word(instr, "bra") || is_word(instr, "brx") || is_word(instr, "ret") || is_word(instr, "exit") || is_word(instr, "trap");
}

static int find_in(const Builder *b, const NameTable *table, const char *name, int scope)
{
	for (; name && scope >= 0; scope = b->func->scopes.at[scope]) {
		const int found = names_find(table, name, strlen(name), scope);
		if (found)
			return found - 1;
	}
	return -1;
}

static int find_label(Builder *b, const PtxInstr *instr, const char *name)
{
	const int at = find_in(b, b->labels, name, instr->scope);
	if (at < 0)
		b->broken = arena_printf(b->arena, "line %d: a branch to a label that there is not", instr->line);
	return at < 0 ? 0 : at;
}

static const char *name_operand(const PtxInstr *instr, int i)
{
	return i < instr->n_operands && instr->operands[i].kind == PTX_NAME ? instr->operands[i].name : NULL;
}

static const PtxTargets *table_of(Builder *b, const PtxInstr *instr)
{
	const int at = find_in(b, b->tables, name_operand(instr, 1), instr->scope);
	if (at < 0)
		b->broken = arena_printf(b->arena, "line %d: a branch to a list of targets that there is not", instr->line);
	return at < 0 ? NULL : &b->func->targets.at[at];
}

static void collect_names(Builder *b)
{
	const PtxFunc *f = b->func;
	b->labels = names_new(b->arena);
	b->tables = names_new(b->arena);
	for (int i = 0; i < f->labels.n; i++) {
		const PtxLabel *label = &f->labels.at[i];
		*names_at(b->labels, label->name, strlen(label->name), label->scope) = label->at + 1;
	}
	for (int i = 0; i < f->targets.n; i++)
		*names_at(b->tables, f->targets.at[i].name, strlen(f->targets.at[i].name), f->targets.at[i].scope) = i + 1;
}

/* Marks where blocks begin: at labels, and behind what ends one.  Behind the last instruction is the block that returns. */
static void mark_begins(Builder *b)
{
	const PtxFunc *f = b->func;
	const int n = f->instrs.n;
	b->block_at = arena_array(b->arena, int, n + 2);
	memset(b->block_at, 0, sizeof *b->block_at * (size_t)(n + 2));
	b->block_at[0] = b->block_at[n] = 1;
	for (int i = 0; i < f->labels.n; i++)
		b->block_at[f->labels.at[i].at] = 1;
	for (int i = 0; i < n; i++)
		if (ends_block(&f->instrs.at[i]))
			b->block_at[i + 1] = 1;
	b->out->n = 0;
	for (int i = 0; i <= n; i++)
		b->block_at[i] = b->block_at[i] ? b->out->n++ : -1;
}

static void set_next(Builder *b, Block *block, const int *next, int n)
{
	block->next = arena_dup(b->arena, next, sizeof *next * (size_t)n);
	block->n_next = n;
}

static void end_switch(Builder *b, Block *block, const PtxInstr *instr)
{
	const PtxTargets *table = table_of(b, instr);
	if (!table || !table->n_labels)
		return;
	int *next = arena_array(b->arena, int, table->n_labels);
	for (int i = 0; i < table->n_labels; i++)
		next[i] = b->block_at[find_label(b, instr, table->labels[i])];
	block->end = END_SWITCH;
	set_next(b, block, next, table->n_labels);
}

static void end_block(Builder *b, Block *block, int at)
{
	const PtxInstr *instr = &b->func->instrs.at[at];
	const int last = b->out->n - 1, after = b->block_at[at + 1];
	const bool returns = !is_word(instr, "bra") && !is_word(instr, "brx");
	block->at = at;
	if (is_word(instr, "brx")) {
		end_switch(b, block, instr);
		return;
	}
	const int to = returns ? last : b->block_at[find_label(b, instr, name_operand(instr, 0))];
	block->end = instr->guard >= 0 && to != after ? END_BRANCH : END_JUMP;
	set_next(b, block, (int[2]){ to, after }, block->end == END_BRANCH ? 2 : 1);
}

static void fill_blocks(Builder *b)
{
	const int n = b->func->instrs.n;
	b->out->blocks = arena_array(b->arena, Block, b->out->n);
	for (int i = 0; i < b->out->n; i++)
		b->out->blocks[i] = (Block){ .at = -1, .order = -1, .idom = -1, .loop = -1, .outer = -1, .dispatch = -1 };
	for (int i = 0, now = 0; i < n; i++) {
		now = b->block_at[i] >= 0 ? b->block_at[i] : now;
		Block *block = &b->out->blocks[now];
		if (b->block_at[i] >= 0)
			block->first = i;
		if (ends_block(&b->func->instrs.at[i])) {
			end_block(b, block, i);
			continue;
		}
		block->n++;
		if (b->block_at[i + 1] >= 0) {
			block->end = END_JUMP;
			set_next(b, block, (int[1]){ b->block_at[i + 1] }, 1);
		}
	}
}

/* --- order and dominators ------------------------------------------------------------------------- */

static void find_order(Arena *arena, FlowGraph *g)
{
	int *stack = arena_array(arena, int, g->n), *child = arena_array(arena, int, g->n), depth = 0, n = g->n;
	bool *seen = arena_array(arena, bool, g->n);
	int *order = arena_array(arena, int, g->n);
	stack[depth++] = 0;
	seen[0] = true;
	while (depth) {
		const int at = stack[depth - 1];
		const Block *block = &g->blocks[at];
		if (child[at] == block->n_next) {
			order[--n] = at;
			depth--;
			continue;
		}
		/* The last successor first: what follows in the text comes before what is jumped to. */
		const int to = block->next[child[at]++];
		if (!seen[to]) {
			seen[to] = true;
			stack[depth++] = to;
		}
	}
	g->order = order + n;
	g->n_order = g->n - n;
	for (int i = 0; i < g->n_order; i++)
		g->blocks[g->order[i]].order = i;
}

static int common_dominator(const FlowGraph *g, int a, int b)
{
	while (a != b) {
		if (g->blocks[a].order > g->blocks[b].order)
			a = g->blocks[a].idom;
		else
			b = g->blocks[b].idom;
	}
	return a;
}

/* Cooper, Harvey, Kennedy: "A Simple, Fast Dominance Algorithm". */
static void find_dominators(FlowGraph *g)
{
	g->blocks[0].idom = 0;
	for (bool changed = true; changed;) {
		changed = false;
		for (int i = 0; i < g->n_order; i++) {
			const int from = g->order[i];
			for (int k = 0; k < g->blocks[from].n_next; k++) {
				Block *to = &g->blocks[g->blocks[from].next[k]];
				if (to == g->blocks)
					continue;
				const int idom = to->idom < 0 ? from : common_dominator(g, to->idom, from);
				changed = changed || idom != to->idom;
				to->idom = idom;
			}
		}
	}
}

static bool dominates(const FlowGraph *g, int a, int b)
{
	while (g->blocks[b].order > g->blocks[a].order)
		b = g->blocks[b].idom;
	return a == b;
}

/* --- loops ---------------------------------------------------------------------------------------- */

static bool find_edges(FlowGraph *g)
{
	for (int i = 0; i < g->n_order; i++) {
		const int from = g->order[i];
		for (int k = 0; k < g->blocks[from].n_next; k++) {
			Block *to = &g->blocks[g->blocks[from].next[k]];
			const bool is_back = to->order <= i;
			if (is_back && !dominates(g, g->blocks[from].next[k], from))
				return false;
			to->is_header = to->is_header || is_back;
			to->n_back += is_back;
			to->n_from += !is_back;
		}
	}
	return true;
}

static int outermost(const FlowGraph *g, int loop)
{
	while (g->blocks[loop].outer >= 0)
		loop = g->blocks[loop].outer;
	return loop;
}

typedef struct Edges {
	int *first, *from; /* from[first[b]] … from[first[b + 1] - 1] lead to block b */
} Edges;

static Edges edges_to(Arena *arena, const FlowGraph *g)
{
	Edges e = { .first = arena_array(arena, int, g->n + 2) };
	for (int i = 0; i < g->n_order; i++)
		for (int k = 0; k < g->blocks[g->order[i]].n_next; k++)
			e.first[g->blocks[g->order[i]].next[k] + 2]++;
	for (int i = 0; i < g->n; i++)
		e.first[i + 2] += e.first[i + 1];
	e.from = arena_array(arena, int, e.first[g->n + 1] + 1);
	for (int i = 0; i < g->n_order; i++)
		for (int k = 0; k < g->blocks[g->order[i]].n_next; k++)
			e.from[e.first[g->blocks[g->order[i]].next[k] + 1]++] = g->order[i];
	return e;
}

/* Inner headers come later in the order. */
static void find_loops(Arena *arena, FlowGraph *g)
{
	const Edges edges = edges_to(arena, g);
	int *work = arena_array(arena, int, 2 * edges.first[g->n] + g->n + 2);
	for (int i = g->n_order - 1; i >= 0; i--) {
		const int header = g->order[i];
		int n = 0;
		if (!g->blocks[header].is_header)
			continue;
		for (int e = edges.first[header]; e < edges.first[header + 1]; e++)
			if (g->blocks[edges.from[e]].order >= i)
				work[n++] = edges.from[e];
		g->blocks[header].loop = header;
		while (n > 0) {
			int at = work[--n];
			if (g->blocks[at].loop < 0) {
				g->blocks[at].loop = header;
			} else {
				at = outermost(g, g->blocks[at].loop);
				if (at == header)
					continue;
				g->blocks[at].outer = header;
			}
			for (int e = edges.first[at]; e < edges.first[at + 1]; e++)
				if (g->blocks[edges.from[e]].order < g->blocks[at].order || g->blocks[at].loop != at)
					work[n++] = edges.from[e];
		}
	}
}

bool flow_in_loop(const FlowGraph *flow, int header, int block)
{
	int loop = flow->blocks[block].loop;
	while (loop >= 0 && loop != header)
		loop = flow->blocks[loop].outer;
	return loop == header;
}

static bool find_structure(Arena *arena, FlowGraph *g)
{
	find_order(arena, g);
	find_dominators(g);
	if (!find_edges(g))
		return false;
	find_loops(arena, g);
	return true;
}

void flow_build(Arena *arena, const PtxFunc *func, FlowGraph *out)
{
	Builder b = { .arena = arena, .func = func, .out = out };
	*out = (FlowGraph){ 0 };
	collect_names(&b);
	mark_begins(&b);
	fill_blocks(&b);
	out->broken = b.broken;
	if (out->broken)
		return;
	out->end = out->n - 1;
	for (int round = 0; !find_structure(arena, out); round++)
		if (round == MAX_DISPATCHES || !flow_join_entries(arena, out)) {
			out->broken = "control flow that is no loops and conditions: jumps into loops";
			return;
		}
}
