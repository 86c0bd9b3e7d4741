#include "frontend/lower.h"

/* In the host's code alone: a kernel or device function with an error is told of, its host callers are not. */
static bool is_asked(const Lower *lo)
{
	return lo->problems->n && lo->func && lo->func->kind == FN_HOST;
}

bool lost_in(const Lower *lo, Loc from, Loc to)
{
	for (int i = 0; i < lo->problems->n; i++) {
		const Loc *at = &lo->problems->at[i].loc;
		if (at->file >= 0 && at->file == from.file && at->offset >= from.offset && at->offset < to.offset)
			return true;
	}
	return false;
}

void lost_note(Lower *lo, Loc from, Loc to, StmtList *out)
{
	if (!is_asked(lo) || !lost_in(lo, from, to))
		return;
	Stmt *s = make_stmt(lo, ST_UNKNOWN, (Range){ from, to });
	s->reason = "an error that the compiler found";
	s->is_lost = true;
	list_add(lo, out, s);
}

const Expr *lost_or(Lower *lo, const Expr *e, Loc from, Loc to)
{
	if (!e || !is_asked(lo) || !lost_in(lo, from, to))
		return e;
	return make_unknown(lo, e->type, "an error that the compiler found", e->range);
}
