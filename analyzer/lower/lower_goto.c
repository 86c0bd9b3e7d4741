/* goto, as loops: the items between a jump and its label in an enclosing block become the body of a loop that is left (a
 * forward jump) or continued with another iteration (a backward jump).  A function with a jump into a block is not
 * understood. */
#include "lower/lower.h"

enum { MAX_REGIONS = 32 };

/* Items first .. last of a block: a forward jump leaves them, a backward jump repeats them. */
typedef struct Region {
	CXCursor label;
	bool back;
	int first, last;
} Region;

typedef struct Regions {
	Region at[MAX_REGIONS];
	int n;
	bool failed;
} Regions;

struct Jump {
	CXCursor label;
	Stmt *loop;
	const Var *repeats; /* of a backward jump: true if it is taken; NULL: a forward jump */
	const Jump *outer;
};

/* --- jumps and labels ------------------------------------------------------------------------- */

static enum CXChildVisitResult ref_visit(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_LabelRef)
		*(CXCursor *)data = clang_getCursorReferenced(c);
	return CXChildVisit_Continue;
}

static CXCursor goto_label(CXCursor c)
{
	CXCursor label = clang_getNullCursor();
	clang_visitChildren(c, ref_visit, &label);
	return label;
}

/* Compares locations: a jump's reference and the label itself are cursors with different parents. */
static bool same_label(CXCursor a, CXCursor b)
{
	return clang_equalLocations(clang_getCursorLocation(a), clang_getCursorLocation(b));
}

struct Seek {
	CXCursor label; /* null: any */
	bool found;
};

static enum CXChildVisitResult seek_visit(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct Seek *seek = data;
	enum CXCursorKind kind = clang_getCursorKind(c);
	if (kind == CXCursor_LambdaExpr)
		return CXChildVisit_Continue;
	if (kind == CXCursor_GotoStmt || kind == CXCursor_IndirectGotoStmt)
		seek->found |= clang_Cursor_isNull(seek->label) || same_label(goto_label(c), seek->label);
	return seek->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool jumps_to(CXCursor c, CXCursor label)
{
	struct Seek seek = { label, false };
	seek_visit(c, c, &seek);
	clang_visitChildren(c, seek_visit, &seek);
	return seek.found;
}

bool lower_has_goto(CXCursor body)
{
	return jumps_to(body, clang_getNullCursor());
}

/* --- regions ---------------------------------------------------------------------------------- */

static void add_region(Regions *out, CXCursor label, bool back, int first, int last)
{
	if (out->n == MAX_REGIONS)
		out->failed = true;
	else
		out->at[out->n++] = (Region){ label, back, first, last };
}

static void regions_of_label(Kids kids, CXCursor label, int at, Regions *out)
{
	int first = at, last = -1;
	for (int i = 0; i < kids.n; i++) {
		if (!jumps_to(kids.at[i], label))
			continue;
		first = i < first ? i : first;
		last = i;
	}
	if (first < at)
		add_region(out, label, false, first, at - 1);
	if (last >= at)
		add_region(out, label, true, at, last);
}

/* If b begins within a and ends behind it, extends one so that they nest: the end of a backward jump's region, or the beginning
 * of a forward jump's. */
static bool untangle(Regions *all, Region *a, Region *b)
{
	if (!(a->first < b->first && b->first <= a->last && a->last < b->last))
		return false;
	if (a->back)
		a->last = b->last;
	else if (!b->back)
		b->first = a->first;
	else
		all->failed = true; /* a jump into a loop */
	return true;
}

static void nest(Regions *all)
{
	for (bool changed = true; changed && !all->failed;) {
		changed = false;
		for (int i = 0; i < all->n; i++)
			for (int k = 0; k < all->n; k++)
				changed |= untangle(all, &all->at[i], &all->at[k]);
	}
}

static void find_regions(Lower *lo, Kids kids, Regions *out)
{
	for (int i = 0; i < kids.n; i++)
		for (CXCursor c = kids.at[i]; clang_getCursorKind(c) == CXCursor_LabelStmt; c = cursor_kid(lo, c, 0))
			regions_of_label(kids, c, i, out);
	nest(out);
	if (out->failed)
		out->n = 0;
}

/* --- the block -------------------------------------------------------------------------------- */

typedef struct Block {
	Kids kids;
	Range range;
	Regions regions;
	bool done[MAX_REGIONS];
} Block;

static int widest_at(const Block *block, int item, int end)
{
	int found = -1;
	for (int i = 0; i < block->regions.n; i++) {
		const Region *r = &block->regions.at[i];
		if (!block->done[i] && r->first == item && r->last <= end && (found < 0 || r->last > block->regions.at[found].last))
			found = i;
	}
	return found;
}

static void lower_items(Lower *lo, Block *block, int first, int last, StmtList *out);

static void lower_region(Lower *lo, Block *block, int which, StmtList *out)
{
	const Region *r = &block->regions.at[which];
	Range range = cursor_range(lo, block->kids.at[r->first]);
	range.end = cursor_range(lo, block->kids.at[r->last]).end;
	Stmt *loop = make_stmt(lo, ST_LOOP, range);
	Jump jump = { r->label, loop, r->back ? make_var(lo, "<repeats>", lo->t_bool, VAR_LOCAL, range) : NULL, lo->jumps };
	StmtList body = { 0 };
	loop->is_do = true;
	loop->expr = make_int(lo, lo->t_bool, 0, range);
	if (jump.repeats) {
		const Expr *addr = make_addr(lo, jump.repeats, range);
		list_add(lo, out, make_decl(lo, jump.repeats, NULL, range));
		list_expr(lo, &body, make_store(lo, addr, loop->expr, lo->t_bool, range));
		loop->expr = make_load(lo, addr, lo->t_bool, range);
	}
	block->done[which] = true;
	lo->jumps = &jump;
	lower_items(lo, block, r->first, r->last, &body);
	lo->jumps = jump.outer;
	loop->body = list_always_block(lo, &body, range);
	list_add(lo, out, loop);
}

/* For an error between the items before and at `next`, or an item and the block's begin or end. */
static void note_lost(Lower *lo, const Block *block, int next, StmtList *out)
{
	Loc from = next > 0 ? cursor_range(lo, block->kids.at[next - 1]).end : block->range.begin;
	Loc to = next < block->kids.n ? cursor_range(lo, block->kids.at[next]).begin : block->range.end;
	lost_note(lo, from, to, out);
}

static void lower_items(Lower *lo, Block *block, int first, int last, StmtList *out)
{
	for (int i = first; i <= last; i++) {
		note_lost(lo, block, i, out);
		int region = widest_at(block, i, last);
		if (region >= 0) {
			int end = block->regions.at[region].last;
			lower_region(lo, block, region, out);
			i = end;
		} else {
			lower_stmt_into(lo, block->kids.at[i], out);
		}
	}
}

void lower_labelled_items(Lower *lo, Kids kids, Range range, StmtList *out)
{
	Block block = { .kids = kids, .range = range };
	if (lo->has_goto)
		find_regions(lo, kids, &block.regions);
	lower_items(lo, &block, 0, kids.n - 1, out);
	note_lost(lo, &block, kids.n, out);
}

/* --- the jump --------------------------------------------------------------------------------- */

void lower_goto(Lower *lo, CXCursor c, StmtList *out)
{
	CXCursor label = goto_label(c);
	Range range = cursor_range(lo, c);
	lower_end_unknown(lo, 0, range, out);
	for (const Jump *jump = lo->jumps; jump; jump = jump->outer) {
		if (!same_label(jump->label, label))
			continue;
		if (jump->repeats)
			list_expr(lo, out,
				  make_store(lo, make_addr(lo, jump->repeats, range), make_int(lo, lo->t_bool, 1, range), lo->t_bool,
					     range));
		Stmt *s = make_stmt(lo, jump->repeats ? ST_CONTINUE : ST_BREAK, range);
		s->target = jump->loop;
		list_add(lo, out, s);
		return;
	}
	Stmt *s = make_stmt(lo, ST_UNKNOWN, range);
	s->reason = "goto";
	list_add(lo, out, s);
	lo->stray_goto = true;
}
