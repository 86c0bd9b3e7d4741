/* From branches to loops and conditions.
 *
 * A block is written where its immediate dominator ends, if only one branch leads to it.  Else it follows the statement that
 * contains all of these branches; what does not reach it by falling out of that statement breaks out of it.  So does what
 * leaves a loop.  (After N. Ramsey, "Beyond Relooper", ICFP 2022.) */
#include "ptx/lower.h"

enum { MAX_DEPTH = 900 };

/* A statement that can be left for `block`, or continued there. */
typedef struct Frame {
	int block;
	Stmt *loop;
	bool continues;
	bool is_used;
	struct Frame *outer;
} Frame;

typedef struct Structure {
	Ptx *p;
	const FlowGraph *flow;
	Frame *frames;
	int *first_kid, *next_kid; /* blocks that follow a block, or the loop that it heads, by their order */
	bool *kid_leaves;          /* by block: it follows a loop */
	bool *ends_loop;           /* by block: a branch out of a loop leads to it */
	const Var **states;        /* by FlowGraph dispatch: which entry */
	int depth;
	const char *why;
} Structure;

static void tree(Structure *s, StmtList *out, int block, int next, bool as_body);

/* --- where blocks are written --------------------------------------------------------------------- */

static const Block *at(const Structure *s, int block)
{
	return &s->flow->blocks[block];
}

/* Nothing but a return that no branch out of a loop leads to: written wherever it is reached. */
static bool only_returns(const Structure *s, int block)
{
	const Block *b = at(s, block);
	if (s->ends_loop[block])
		return false;
	if (b->end != END_RETURN && !(b->end == END_JUMP && b->next[0] == s->flow->end && b->dispatch < 0))
		return false;
	for (int i = b->first; i < b->first + b->n; i++)
		if (s->p->needed[i])
			return false;
	return true;
}

static void find_loop_ends(Structure *s)
{
	s->ends_loop = arena_array(s->p->scratch, bool, s->flow->n);
	for (int i = 0; i < s->flow->n_order; i++) {
		const Block *b = at(s, s->flow->order[i]);
		for (int k = 0; k < b->n_next; k++)
			if (b->loop >= 0 && !flow_in_loop(s->flow, b->loop, b->next[k]))
				s->ends_loop[b->next[k]] = true;
	}
}

/* The header of the outermost loop that has the block's dominator, but not the block; -1: none. */
static int left_loop(const Structure *s, int block)
{
	int found = -1;
	for (int loop = at(s, at(s, block)->idom)->loop; loop >= 0; loop = at(s, loop)->outer) {
		if (flow_in_loop(s->flow, loop, block))
			break;
		found = loop;
	}
	return found;
}

/* In reverse order, so that each list of kids is in order. */
static void place_blocks(Structure *s)
{
	const int n = s->flow->n;
	s->first_kid = arena_array(s->p->scratch, int, n);
	s->next_kid = arena_array(s->p->scratch, int, n);
	s->kid_leaves = arena_array(s->p->scratch, bool, n);
	for (int i = 0; i < n; i++)
		s->first_kid[i] = s->next_kid[i] = -1;
	for (int i = s->flow->n_order - 1; i > 0; i--) {
		const int block = s->flow->order[i], loop = left_loop(s, block);
		const int parent = loop >= 0 ? loop : at(s, block)->idom;
		if (only_returns(s, block) || (loop < 0 && at(s, block)->n_from < 2))
			continue;
		s->kid_leaves[block] = loop >= 0;
		s->next_kid[block] = s->first_kid[parent];
		s->first_kid[parent] = block;
	}
}

/* --- branches ------------------------------------------------------------------------------------- */

typedef enum Way { WAY_FALLS, WAY_LEAVES, WAY_RETURNS, WAY_GOES_ON } Way;

static Frame *frame_of(const Structure *s, int block)
{
	Frame *f = s->frames;
	while (f && f->block != block)
		f = f->outer;
	return f;
}

static Way way_to(const Structure *s, int block, int next)
{
	if (block == next)
		return WAY_FALLS;
	if (frame_of(s, block))
		return WAY_LEAVES;
	return only_returns(s, block) ? WAY_RETURNS : WAY_GOES_ON;
}

static const Expr *result_of(Structure *s)
{
	Ptx *p = s->p;
	if (!p->f->n_results)
		return NULL;
	const Var *var = ptx_symbol(p, p->f->results[0]);
	return var->type->kind == TY_ARRAY ? (const Expr *)ptx_addr(p, var) : ptx_load(p, ptx_addr(p, var), var->type);
}

static const Stmt *jump(Structure *s, int block)
{
	Frame *f = frame_of(s, block);
	Stmt *stmt = ptx_stmt(s->p, !f ? ST_RETURN : f->continues ? ST_CONTINUE : ST_BREAK);
	if (f) {
		stmt->target = f->loop;
		f->is_used = true;
	} else {
		stmt->expr = result_of(s);
	}
	return stmt;
}

static void add_if(Structure *s, StmtList *out, const Expr *c, const Stmt *then, const Stmt *otherwise)
{
	Stmt *stmt = ptx_stmt(s->p, ST_IF);
	stmt->expr = c;
	stmt->body = then;
	stmt->other = otherwise;
	vec_push(s->p->arena, out, stmt);
}

static const Stmt *subtree(Structure *s, int block, int next)
{
	StmtList list = { 0 };
	tree(s, &list, block, next, false);
	return ptx_block(s->p, &list);
}

/* Appends what leads to the block; the block itself if it goes on in the same list, else -1. */
static int go(Structure *s, StmtList *out, int block, int next)
{
	const Way way = way_to(s, block, next);
	if (way == WAY_GOES_ON)
		return block;
	if (way != WAY_FALLS)
		vec_push(s->p->arena, out, jump(s, block));
	return -1;
}

static bool is_jump(Way way)
{
	return way == WAY_LEAVES || way == WAY_RETURNS;
}

static int branch(Structure *s, StmtList *out, const Expr *c, int yes, int no, int next)
{
	const Way ways[2] = { way_to(s, yes, next), way_to(s, no, next) };
	if (ways[0] == WAY_FALLS && ways[1] == WAY_FALLS)
		return -1;
	if (is_jump(ways[0])) {
		add_if(s, out, c, jump(s, yes), NULL);
		return go(s, out, no, next);
	}
	if (is_jump(ways[1])) {
		add_if(s, out, ptx_not(s->p, c), jump(s, no), NULL);
		return go(s, out, yes, next);
	}
	const Range range = s->p->range;
	const Stmt *then = ways[0] == WAY_GOES_ON ? subtree(s, yes, next) : NULL;
	const Stmt *otherwise = ways[1] == WAY_GOES_ON ? subtree(s, no, next) : NULL;
	s->p->range = range;
	if (then)
		add_if(s, out, c, then, otherwise);
	else
		add_if(s, out, ptx_not(s->p, c), otherwise, NULL);
	return -1;
}

/* brx.idx: an if for each target. */
static const Expr *leads_to(Structure *s, const Var *index, const Block *b, int to)
{
	Ptx *p = s->p;
	const Expr *any = NULL;
	for (int i = to; i < b->n_next; i++) {
		if (b->next[i] != b->next[to])
			continue;
		const Expr *c =
			ptx_binary(p, OP_EQ, index->type, ptx_load(p, ptx_addr(p, index), index->type), ptx_number(p, index->type, i));
		any = any ? ptx_expr(p, EX_LOR, p->t_bool, 2, (const Expr *[]){ any, c }) : c;
	}
	return any;
}

static bool is_repeated(const Block *b, int to)
{
	for (int i = 0; i < to; i++)
		if (b->next[i] == b->next[to])
			return true;
	return false;
}

static const Var *switched_on(Structure *s, const Block *b)
{
	Ptx *p = s->p;
	const Type *type = ptx_int(p, 4, true);
	if (b->dispatch >= 0)
		return s->states[b->dispatch];
	const Var *index = ptx_var(p, "<index>", type, VAR_LOCAL);
	ptx_effect(p, ptx_expr(p, EX_STORE, type, 2, (const Expr *[]){ ptx_addr(p, index), ptx_nth(p, 0, type) }));
	return index;
}

/* For an entry of a loop with several. */
static void note_entry(Structure *s, const Block *b)
{
	Ptx *p = s->p;
	const Var *state = s->states[b->dispatch];
	const Expr *args[] = { ptx_addr(p, state), ptx_number(p, state->type, b->state) };
	ptx_effect(p, ptx_expr(p, EX_STORE, state->type, 2, args));
}

static void switch_on(Structure *s, StmtList *out, const Block *b, int next)
{
	Ptx *p = s->p;
	const Range range = p->range;
	const Var *index = switched_on(s, b);
	for (int i = 0; i < b->n_next; i++) {
		const Way way = way_to(s, b->next[i], next);
		if (way == WAY_FALLS || is_repeated(b, i))
			continue;
		const Expr *c = leads_to(s, index, b, i);
		add_if(s, out, c, is_jump(way) ? jump(s, b->next[i]) : subtree(s, b->next[i], next), NULL);
		p->range = range;
	}
}

/* --- blocks --------------------------------------------------------------------------------------- */

/* Appends a block's instructions and what its end leads to; the block that goes on in the same list, or -1. */
static int node(Structure *s, StmtList *out, int block, int next)
{
	Ptx *p = s->p;
	const Block *b = at(s, block);
	p->out = out;
	for (int i = b->first; i < b->first + b->n; i++)
		if (p->needed[i] || ptx_has_slow_path(p->f->instrs.at[i].opcode))
			ptx_lower_instr(p, &p->f->instrs.at[i]);
	if (b->at >= 0) {
		p->instr = &p->f->instrs.at[b->at];
		p->range = ptx_range(p, p->instr);
	}
	if (b->dispatch >= 0 && b->end == END_JUMP)
		note_entry(s, b);
	switch (b->end) {
	case END_JUMP:
		return go(s, out, b->next[0], next);
	case END_BRANCH:
		return branch(s, out, ptx_guard(p, p->instr), b->next[0], b->next[1], next);
	case END_SWITCH:
		switch_on(s, out, b, next);
		return -1;
	default:
		vec_push(p->arena, out, jump(s, block));
		return -1;
	}
}

/* --- loops ---------------------------------------------------------------------------------------- */

static bool breaks_if(const Stmt *s, const Stmt *loop)
{
	return s->kind == ST_IF && !s->other && !s->init && s->body && s->body->kind == ST_BREAK && s->body->target == loop;
}

/* `while (true) { …; if (c) break; }` is `do … while (!c)`, and the same at the begin is `while (!c)`. */
static void test_loop(Structure *s, Stmt *loop, StmtList *body, bool continues)
{
	if (!body->n)
		return;
	const Stmt *last = body->at[body->n - 1], *first = body->at[0];
	if (!continues && breaks_if(last, loop)) {
		loop->is_do = true;
		loop->expr = ptx_not(s->p, last->expr);
		body->n--;
	} else if (breaks_if(first, loop)) {
		loop->expr = ptx_not(s->p, first->expr);
		body->at++;
		body->n--;
	}
}

static bool is_nounroll(const Ptx *p, const Block *header)
{
	for (int i = 0; i < p->f->nounroll.n; i++)
		if (p->f->nounroll.at[i] >= header->first && p->f->nounroll.at[i] <= header->first + header->n)
			return true;
	return false;
}

/* next: the block behind the loop; -1: none. */
static void add_loop(Structure *s, StmtList *out, int header, Stmt *loop, int next)
{
	StmtList body = { 0 };
	Frame *const outer = s->frames;
	Frame behind = { .block = next, .loop = loop, .outer = outer };
	Frame again = { .block = header, .loop = loop, .continues = true, .outer = next >= 0 ? &behind : outer };
	s->frames = &again;
	tree(s, &body, header, header, true);
	s->frames = outer;
	test_loop(s, loop, &body, again.is_used);
	loop->unroll = is_nounroll(s->p, at(s, header));
	Stmt *block = ptx_stmt(s->p, ST_BLOCK);
	block->items = body.at;
	block->n_items = body.n;
	loop->body = block;
	vec_push(s->p->arena, out, loop);
}

static Stmt *new_loop(Structure *s, int block)
{
	const Range outer = s->p->range;
	const Block *b = at(s, block);
	const int first = b->n || b->at < 0 ? b->first : b->at;
	if (first < s->p->f->instrs.n)
		s->p->range = ptx_range(s->p, &s->p->f->instrs.at[first]);
	Stmt *loop = ptx_stmt(s->p, ST_LOOP);
	s->p->range = outer;
	return loop;
}

/* --- what follows --------------------------------------------------------------------------------- */

static bool follows(const Structure *s, int kid, bool is_loop)
{
	return s->kid_leaves[kid] == is_loop;
}

/* do { … } while (false), if anything breaks out of it. */
static void wrap(Structure *s, StmtList *list, const Frame *f)
{
	if (!f->is_used)
		return;
	Stmt *block = ptx_stmt(s->p, ST_BLOCK);
	block->items = list->at;
	block->n_items = list->n;
	f->loop->is_do = true;
	f->loop->expr = ptx_number(s->p, s->p->t_bool, 0);
	f->loop->unroll = 1;
	f->loop->body = block;
	*list = (StmtList){ 0 };
	vec_push(s->p->arena, list, f->loop);
}

/* The statement of `block` (a loop that it heads; else itself) in frames for all that follow. */
static int with_followers(Structure *s, StmtList *out, int block, const int *kids, int n, bool is_loop)
{
	Frame *frames = arena_array(s->p->scratch, Frame, n);
	StmtList now = { 0 };
	Stmt *loop = new_loop(s, block);
	for (int i = n; i-- > 0;) {
		frames[i] = (Frame){ .block = kids[i], .loop = i || !is_loop ? new_loop(s, kids[i]) : loop, .outer = s->frames };
		s->frames = &frames[i];
	}
	if (is_loop) {
		add_loop(s, &now, block, loop, kids[0]);
	} else {
		const int on = node(s, &now, block, kids[0]);
		if (on >= 0)
			tree(s, &now, on, kids[0], false);
	}
	for (int i = 0; i < n; i++) {
		s->frames = frames[i].outer;
		if (i || !is_loop)
			wrap(s, &now, &frames[i]);
		if (i + 1 < n)
			tree(s, &now, kids[i], kids[i + 1], false);
	}
	for (int i = 0; i < now.n; i++)
		vec_push(s->p->arena, out, now.at[i]);
	return kids[n - 1];
}

/* Appends the block and all that it dominates, but for what follows a statement around it.  next: the block that is reached by
 * falling out of the list; -1: none.  as_body: the block's loop is already made. */
static void tree(Structure *s, StmtList *out, int block, int next, bool as_body)
{
	if (++s->depth > MAX_DEPTH)
		s->why = "control flow that is nested too deeply";
	while (block >= 0 && !s->why) {
		const bool is_loop = at(s, block)->is_header && !as_body;
		VEC(int) kids = { 0 };
		for (int kid = s->first_kid[block]; kid >= 0; kid = s->next_kid[kid])
			if (follows(s, kid, is_loop))
				vec_push(s->p->scratch, &kids, kid);
		as_body = false;
		if (kids.n) {
			block = with_followers(s, out, block, kids.at, kids.n, is_loop);
		} else if (is_loop) {
			add_loop(s, out, block, new_loop(s, block), next);
			block = -1;
		} else {
			block = node(s, out, block, next);
		}
	}
	s->depth--;
}

const Stmt *ptx_structure(Ptx *p, const FlowGraph *flow, const char **why)
{
	Structure s = { .p = p, .flow = flow };
	StmtList list = { 0 };
	s.states = arena_array(p->scratch, const Var *, flow->n_dispatches + 1);
	for (int i = 0; i < flow->n_dispatches; i++)
		s.states[i] = ptx_var(p, "<entry>", ptx_int(p, 4, true), VAR_LOCAL);
	find_loop_ends(&s);
	place_blocks(&s);
	tree(&s, &list, 0, -1, false);
	*why = s.why;
	Stmt *body = ptx_stmt(p, ST_BLOCK);
	body->items = list.at;
	body->n_items = list.n;
	return s.why ? NULL : body;
}
