#include "lower/lower.h"

#include <ctype.h>
#include <string.h>

static const char reason[] = "compile error";

/* Only host code is treated here: kernels and device functions with an error are reported and not analysed. */
static bool may_be_lost(const Lower *lo)
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

/* --- variables that are named there ------------------------------------------------------------- */

static bool is_name_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool mentions(const char *text, size_t size, const char *name)
{
	size_t n = name ? strlen(name) : 0;
	for (const char *at = text; n && (at = memmem(at, size - (size_t)(at - text), name, n)); at++)
		if ((at == text || !is_name_char(at[-1])) && (at + n == text + size || !is_name_char(at[n])))
			return true;
	return false;
}

static void add_named(Lower *lo, const Var *var, const char *text, size_t size, Range range, Args *out)
{
	if (var && (var == lo->this_var || mentions(text, size, var->name)))
		vec_push(lo->scratch, out, (const Expr *)make_addr(lo, var, range));
}

/* Addresses of the function's variables that are named there, and `this`, since members may be named without it. */
static Args named_in(Lower *lo, Range range)
{
	Args args = { 0 };
	size_t all;
	const char *text = source_text(lo->unit->sources, range.begin.file, &all);
	if (!text || (size_t)range.end.offset > all || range.end.offset < range.begin.offset)
		return args;
	text += range.begin.offset;
	const size_t size = (size_t)(range.end.offset - range.begin.offset);
	for (int i = 0; i < lo->func->n_params; i++)
		add_named(lo, lo->func->params[i], text, size, range, &args);
	for (int i = 0; i < lo->all_vars.n; i++)
		if (lo->all_vars.at[i]->owner == lo->func && lo->all_vars.at[i]->kind != VAR_PARAM)
			add_named(lo, lo->all_vars.at[i], text, size, range, &args);
	return args;
}

void lost_note(Lower *lo, Loc from, Loc to, StmtList *out)
{
	if (!may_be_lost(lo) || !lost_in(lo, from, to))
		return;
	const Range range = { from, to, 0 };
	Stmt *s = make_stmt(lo, ST_UNKNOWN, range);
	Args args = named_in(lo, range);
	Expr *e = make_args(lo, EX_UNKNOWN, lo->t_int, range, args.n, args.at);
	e->reason = s->reason = reason;
	s->expr = e;
	s->is_lost = true;
	list_add(lo, out, s);
}

const Expr *lost_or(Lower *lo, const Expr *e, Loc from, Loc to)
{
	if (!e || !may_be_lost(lo) || !lost_in(lo, from, to))
		return e;
	return make_unknown(lo, e->type, reason, e->range);
}
