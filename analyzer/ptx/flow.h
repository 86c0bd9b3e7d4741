/* Basic blocks of a function, dominators and loops. */
#ifndef SMEMLINT_PTX_FLOW_H
#define SMEMLINT_PTX_FLOW_H

#include "ptx/module.h"

typedef enum BlockEnd { END_RETURN, END_JUMP, END_BRANCH, END_SWITCH } BlockEnd;

typedef struct Block {
	int first, n;      /* instructions, without the one that ends it */
	BlockEnd end;
	int at;            /* the instruction that ends it; -1: none */
	int *next;         /* successors; of a branch: if the guard holds, and if not */
	int n_next;
	int order;         /* in reverse postorder, from 0; -1: unreachable */
	int idom;          /* immediate dominator; -1: none */
	int loop;          /* header of the innermost loop around it (itself, if it is one); -1: none */
	int outer;         /* of a header: the header of the loop around its loop; -1: none */
	bool is_header;
	int state;         /* of a block that was added (flow_entries.c): the number of the entry that it goes to … */
	int dispatch;      /* … or, of one that goes to the entry with that number: which one it is; -1: neither */
	int n_from;        /* edges that lead to it, without those back to a header */
	int n_back;        /* edges back to it */
} Block;

typedef struct FlowGraph {
	Block *blocks;     /* 0: where the function begins */
	int n;
	int end;           /* the block that returns */
	int n_dispatches;
	int *order;        /* blocks in reverse postorder */
	int n_order;
	const char *broken; /* why there is none; NULL: there is */
} FlowGraph;

/* func: NULL-terminated instructions are not needed; a function without instructions has one empty block. */
void flow_build(Arena *arena, const PtxFunc *func, FlowGraph *out);
/* Whether the loop with this header contains the block. */
bool flow_in_loop(const FlowGraph *flow, int header, int block);

/* Gives a loop with several entries one: each edge to an entry goes to a block of its own that notes which, and these to one that
 * goes to the entry that was noted.  False: there is no such loop, or no order of the blocks. */
bool flow_join_entries(Arena *arena, FlowGraph *flow);

#endif
