/* Natural loops, by dominators: LLVM's C interface does not have them. */
#include "verify/cpu/retarget_impl.h"

#include <stdlib.h>
#include <string.h>

typedef VEC(int) Ints;

typedef struct Graph {
	Arena *arena;
	Loops *loops;
	int n;
	int *order;        /* blocks in reverse post-order; those that cannot be reached are left out */
	int n_order;
	int *place;        /* by block: its index in `order`, or -1 */
	int *dominator;    /* immediate one, or -1 */
	Ints *before;      /* predecessors */
} Graph;

int loops_block(const Loops *loops, LLVMBasicBlockRef block)
{
	/* LLVM stores no number for a block: they are sorted by address */
	int low = 0, high = loops->n_blocks - 1;
	while (low < high) {
		int middle = (low + high) / 2;
		if (loops->blocks[middle] < block)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static int by_address(const void *a, const void *b)
{
	LLVMBasicBlockRef x = *(const LLVMBasicBlockRef *)a, y = *(const LLVMBasicBlockRef *)b;
	return (x > y) - (x < y);
}

static int successor(const Graph *g, int block, int i)
{
	return loops_block(g->loops, LLVMGetSuccessor(LLVMGetBasicBlockTerminator(g->loops->blocks[block]), (unsigned)i));
}

static int n_successors(const Graph *g, int block)
{
	return (int)LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(g->loops->blocks[block]));
}

/* Depth first without recursion, numbering blocks in post-order. */
static void find_order(Graph *g, int entry)
{
	int *stack = arena_array(g->arena, int, g->n + 1), *next = arena_array(g->arena, int, g->n), depth = 0;
	bool *seen = arena_array(g->arena, bool, g->n);
	int *post = arena_array(g->arena, int, g->n), n = 0;
	stack[depth++] = entry;
	seen[entry] = true;
	while (depth) {
		int block = stack[depth - 1];
		if (next[block] == n_successors(g, block)) {
			post[n++] = block;
			depth--;
			continue;
		}
		int to = successor(g, block, next[block]++);
		vec_push(g->arena, &g->before[to], block);
		if (!seen[to])
			stack[depth++] = to;
		seen[to] = true;
	}
	for (int i = 0; i < n; i++) {
		g->order[i] = post[n - 1 - i];
		g->place[g->order[i]] = i;
	}
	g->n_order = n;
}

static int common(const Graph *g, int a, int b)
{
	while (a != b) {
		while (g->place[a] > g->place[b])
			a = g->dominator[a];
		while (g->place[b] > g->place[a])
			b = g->dominator[b];
	}
	return a;
}

static void find_dominators(Graph *g)
{
	int entry = g->order[0];
	g->dominator[entry] = entry;
	for (bool changed = true; changed;) {
		changed = false;
		for (int i = 1; i < g->n_order; i++) {
			int block = g->order[i], by = -1;
			for (int k = 0; k < g->before[block].n; k++) {
				int from = g->before[block].at[k];
				if (g->dominator[from] >= 0)
					by = by < 0 ? from : common(g, by, from);
			}
			changed |= by != g->dominator[block];
			g->dominator[block] = by;
		}
	}
}

static bool dominates(const Graph *g, int a, int b)
{
	while (g->place[b] > g->place[a])
		b = g->dominator[b];
	return a == b;
}

/* Adds all blocks that reach `from` without passing the header. */
static void add_members(const Graph *g, Loop *loop, int from)
{
	Ints left = { 0 };
	vec_push(g->arena, &left, from);
	while (left.n) {
		int block = left.at[--left.n];
		if (loop->member[block])
			continue;
		loop->member[block] = true;
		loop->n_members++;
		for (int k = 0; k < g->before[block].n; k++)
			vec_push(g->arena, &left, g->before[block].at[k]);
	}
}

static int larger_first(const void *a, const void *b)
{
	const Loop *x = a, *y = b;
	return y->n_members - x->n_members;
}

static Loop *loop_at(Graph *g, int header)
{
	for (int i = 0; i < g->loops->n_loops; i++)
		if (g->loops->loops[i].header == header)
			return &g->loops->loops[i];
	Loop *loop = &g->loops->loops[g->loops->n_loops++];
	*loop = (Loop){ .header = header, .n_members = 1, .member = arena_array(g->arena, bool, g->n) };
	loop->member[header] = true;
	return loop;
}

static void find_loops(Graph *g)
{
	g->loops->loops = arena_array(g->arena, Loop, g->n);
	for (int i = 0; i < g->n_order; i++)
		for (int k = 0; k < n_successors(g, g->order[i]); k++) {
			int to = successor(g, g->order[i], k);
			if (dominates(g, to, g->order[i]))
				add_members(g, loop_at(g, to), g->order[i]);
		}
	qsort(g->loops->loops, (size_t)g->loops->n_loops, sizeof(Loop), larger_first);
}

Loops loops_find(Arena *arena, LLVMValueRef function)
{
	Loops loops = { .n_blocks = (int)LLVMCountBasicBlocks(function) };
	int n = loops.n_blocks;
	loops.blocks = arena_array(arena, LLVMBasicBlockRef, n);
	LLVMGetBasicBlocks(function, loops.blocks);
	LLVMBasicBlockRef entry = loops.blocks[0];
	qsort(loops.blocks, (size_t)n, sizeof *loops.blocks, by_address);
	Graph g = {
		.arena = arena,
		.loops = &loops,
		.n = n,
		.order = arena_array(arena, int, n),
		.place = arena_array(arena, int, n),
		.dominator = arena_array(arena, int, n),
		.before = arena_array(arena, Ints, n),
	};
	memset(g.place, -1, sizeof(int) * (size_t)n);
	memset(g.dominator, -1, sizeof(int) * (size_t)n);
	find_order(&g, loops_block(&loops, entry));
	find_dominators(&g);
	find_loops(&g);
	return loops;
}
