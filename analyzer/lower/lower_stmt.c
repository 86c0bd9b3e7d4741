#include "lower/lower.h"

Stmt *lower_unknown_stmt(Lower *lo, CXCursor c, const char *reason)
{
	Kids kids = cursor_kids(lo, c);
	StmtList list = { 0 };
	for (int i = 0; i < kids.n; i++)
		lower_stmt_into(lo, kids.at[i], &list);
	return list_unknown(lo, &list, reason, cursor_range(lo, c));
}

/* --- declarations ----------------------------------------------------------------------------- */

static void lower_decl_stmt(Lower *lo, CXCursor c, StmtList *out)
{
	Kids kids = cursor_kids(lo, c);
	for (int i = 0; i < kids.n; i++) {
		enum CXCursorKind kind = clang_getCursorKind(kids.at[i]);
		if (kind == CXCursor_VarDecl)
			lower_var_decl(lo, kids.at[i], out);
		else if (kind == CXCursor_UnexposedDecl && cursor_kids(lo, kids.at[i]).n > 0)
			lower_binding_decl(lo, kids.at[i], out);
	}
}

/* --- if and switch ---------------------------------------------------------------------------- */

static bool is_statement(CXCursor c)
{
	return clang_isStatement(clang_getCursorKind(c));
}

/* if (init; T x = e) then else: the children are in this order; some may be missing. */
static Stmt *lower_if(Lower *lo, CXCursor c)
{
	Kids kids = cursor_kids(lo, c);
	int n = kids.n, at = 0;
	StmtList init = { 0 };
	Stmt *s = make_stmt(lo, ST_IF, cursor_range(lo, c));
	while (at < n && (clang_getCursorKind(kids.at[at]) == CXCursor_DeclStmt || clang_getCursorKind(kids.at[at]) == CXCursor_VarDecl ||
			  clang_getCursorKind(kids.at[at]) == CXCursor_NullStmt))
		lower_stmt_into(lo, kids.at[at++], &init);
	/* Of two expressions, the first one is an initialiser: only the condition is a bool. */
	if (n - at == 3 && !is_statement(kids.at[at]) && !is_statement(kids.at[at + 1]) &&
	    type_of_cursor(lo, kids.at[at])->kind != TY_BOOL && type_of_cursor(lo, kids.at[at + 1])->kind == TY_BOOL)
		lower_stmt_into(lo, kids.at[at++], &init);
	if (n - at < 2)
		return lower_unknown_stmt(lo, c, "if that is not understood");
	s->init = list_block(lo, &init, s->range);
	s->expr = make_cast(lo, lower_value(lo, kids.at[at]), lo->t_bool);
	s->expr = lost_or(lo, s->expr, s->range.begin, cursor_range(lo, kids.at[at + 1]).begin);
	s->body = lower_stmt(lo, kids.at[at + 1]);
	s->other = n - at > 2 ? lower_stmt(lo, kids.at[at + 2]) : NULL;
	return s;
}

struct Undeclared {
	Lower *lo;
	StmtList *out;
};

static enum CXChildVisitResult undeclared_visit(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct Undeclared *at = data;
	CXCursor decl = clang_getCursorReferenced(c);
	if (clang_getCursorKind(c) == CXCursor_DeclRefExpr && clang_getCursorKind(decl) == CXCursor_VarDecl &&
	    !map_get(&at->lo->vars, decl))
		lower_var_decl(at->lo, decl, at->out);
	return CXChildVisit_Recurse;
}

/* switch (T x = e; x): libclang does not show the declaration, only references to it. */
static void declare_hidden(Lower *lo, CXCursor condition, StmtList *out)
{
	struct Undeclared at = { lo, out };
	clang_visitChildren(condition, undeclared_visit, &at);
}

static const Stmt *switch_body(Lower *lo, CXCursor body, Range range)
{
	StmtList list = { 0 };
	const StmtList *outer = lo->labels;
	lo->labels = &list;
	if (clang_getCursorKind(body) == CXCursor_CompoundStmt) {
		Kids kids = cursor_kids(lo, body);
		for (int i = 0; i < kids.n; i++)
			lower_stmt_into(lo, kids.at[i], &list);
	} else {
		lower_stmt_into(lo, body, &list);
	}
	lo->labels = outer;
	return list_always_block(lo, &list, range);
}

static Stmt *lower_switch(Lower *lo, CXCursor c)
{
	Kids kids = cursor_kids(lo, c);
	StmtList init = { 0 };
	Stmt *s = make_stmt(lo, ST_SWITCH, cursor_range(lo, c));
	int at = 0;
	while (at < kids.n &&
	       (clang_getCursorKind(kids.at[at]) == CXCursor_DeclStmt || clang_getCursorKind(kids.at[at]) == CXCursor_VarDecl))
		lower_stmt_into(lo, kids.at[at++], &init);
	if (kids.n - at == 3)
		lower_stmt_into(lo, kids.at[at++], &init);
	if (kids.n - at != 2)
		return lower_unknown_stmt(lo, c, "switch that is not understood");
	declare_hidden(lo, kids.at[at], &init);
	s->init = list_block(lo, &init, s->range);
	s->expr = lost_or(lo, lower_value(lo, kids.at[at]), s->range.begin, cursor_range(lo, kids.at[at + 1]).begin);
	bool outer_stray = lo->stray_label;
	const Stmt *outer_target = lo->break_target;
	const int outer_kept = lo->kept_by_break;
	lo->stray_label = false;
	lo->break_target = s;
	lo->kept_by_break = lo->kept.n;
	s->body = switch_body(lo, kids.at[at + 1], s->range);
	lo->break_target = outer_target;
	lo->kept_by_break = outer_kept;
	if (lo->stray_label) {
		s->kind = ST_UNKNOWN;
		s->reason = "case label inside of another statement";
		s->n_items = 1;
		s->items = arena_dup(lo->arena, &s->body, sizeof s->body);
	}
	lo->stray_label = outer_stray;
	return s;
}

static const Stmt *case_label(Lower *lo, CXCursor c, CXCursor low, CXCursor high)
{
	Stmt *s = make_stmt(lo, ST_CASE, cursor_range(lo, low));
	if (!cursor_integer(low, &s->low) || !cursor_integer(high, &s->high)) {
		const Expr *value = lower_value(lo, low);
		if (value->kind != EX_INT)
			return lower_unknown_stmt(lo, c, "case that is not constant");
		s->low = s->high = value->i;
	}
	return s;
}

/* case 1: case 2: stmt becomes three items of the switch's block. */
static void lower_case(Lower *lo, CXCursor c, StmtList *out)
{
	Kids kids = cursor_kids(lo, c);
	if (out != lo->labels) {
		lo->stray_label = true;
	} else if (clang_getCursorKind(c) == CXCursor_DefaultStmt) {
		list_add(lo, out, make_stmt(lo, ST_DEFAULT, cursor_range(lo, c)));
	} else if (kids.n >= 2) {
		list_add(lo, out, case_label(lo, c, kids.at[0], kids.at[kids.n - 2]));
	}
	if (kids.n)
		lower_stmt_into(lo, kids.at[kids.n - 1], out);
}

/* --- others ----------------------------------------------------------------------------------- */

static const Expr *returned(Lower *lo, CXCursor value)
{
	CXType result = clang_getCursorResultType(lo->func_cursor);
	const Type *type = lo->func->result;
	if (type->kind == TY_VOID)
		return lower_effect(lo, value);
	if (type_is_reference(result))
		return make_cast(lo, lower_address(lo, value), type);
	if (type_is_scalar(type))
		return make_cast(lo, lower_value(lo, value), type);
	if (clang_getCursorKind(value) == CXCursor_InitListExpr)
		return lower_temp_of(lo, value, result);
	return lower_value(lo, value);
}

static void lower_return(Lower *lo, CXCursor c, StmtList *out)
{
	Stmt *s = make_stmt(lo, ST_RETURN, cursor_range(lo, c));
	const CXCursor value = cursor_kid(lo, c, 0);
	StmtList ends = { 0 };
	lower_leave_function(lo, &ends);
	if (!clang_Cursor_isNull(value) && lo->func)
		s->expr = returned(lo, value);
	if (ends.items.n && s->expr && lo->func->result->kind == TY_VOID) {
		list_expr(lo, out, s->expr);
		s->expr = NULL;
	} else if (ends.items.n && s->expr) {
		s->expr = list_hold(lo, out, s->expr);
	}
	for (int i = 0; i < ends.items.n; i++)
		list_add(lo, out, ends.items.at[i]);
	list_add(lo, out, s);
}

static const Stmt *lower_block(Lower *lo, CXCursor c)
{
	Kids kids = cursor_kids(lo, c);
	StmtList list = { 0 };
	const int n = lo->kept.n;
	lower_labelled_items(lo, kids, cursor_range(lo, c), &list);
	lower_end_scope(lo, n, &list);
	return list_always_block(lo, &list, cursor_range(lo, c));
}

/* Host code only: the try block is executed, handlers may be. */
static void lower_try(Lower *lo, CXCursor c, StmtList *out)
{
	Kids kids = cursor_kids(lo, c);
	for (int i = 0; i < kids.n; i++) {
		if (clang_getCursorKind(kids.at[i]) != CXCursor_CXXCatchStmt) {
			lower_stmt_into(lo, kids.at[i], out);
			continue;
		}
		Stmt *s = make_stmt(lo, ST_IF, cursor_range(lo, kids.at[i]));
		s->expr = make_unknown(lo, lo->t_bool, "exception", s->range);
		s->body = lower_unknown_stmt(lo, kids.at[i], "catch");
		list_add(lo, out, s);
	}
}

/* With its target: a loop that replaces a goto may lie in between. */
static const Stmt *lower_leave(Lower *lo, CXCursor c, StmtKind kind, const Stmt *target)
{
	Stmt *s = make_stmt(lo, kind, cursor_range(lo, c));
	s->target = lo->has_goto ? target : NULL;
	return s;
}

static bool is_loop(enum CXCursorKind kind)
{
	return kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt || kind == CXCursor_CXXForRangeStmt;
}

static int unroll_of(CXCursor attributed)
{
	int64_t count;
	switch (ast_unroll(attributed, &count)) {
	case AST_UNROLL_ALL:
		return UNROLL_ALL;
	case AST_UNROLL_COUNT:
		return (int)count;
	case AST_UNROLL_SOME:
		return UNROLL_SOME;
	default:
		return 0;
	}
}

/* Ends what it declares, all but the first n variables that are kept.  As a block of its own then: what a statement's `init`
 * declares is not used behind it. */
static void add_scope(Lower *lo, int n, Stmt *s, StmtList *out)
{
	StmtList list = { 0 };
	const Stmt *init = s->init;
	if (lo->kept.n == n) {
		list_add(lo, out, s);
		return;
	}
	s->init = NULL;
	if (init && init->kind != ST_BLOCK)
		list_add(lo, &list, init);
	for (int i = 0; init && init->kind == ST_BLOCK && i < init->n_items; i++)
		list_add(lo, &list, init->items[i]);
	list_add(lo, &list, s);
	lower_end_scope(lo, n, &list);
	list_add(lo, out, list_always_block(lo, &list, s->range));
}

/* `[[likely]]` statement, or a loop with `#pragma unroll`. */
static void lower_attributed(Lower *lo, CXCursor c, StmtList *out)
{
	const Kids kids = cursor_kids(lo, c);
	const int n = lo->kept.n;
	for (int i = 0; i < kids.n; i++)
		if (is_loop(clang_getCursorKind(kids.at[i])))
			add_scope(lo, n, lower_loop(lo, kids.at[i], unroll_of(c)), out);
		else
			lower_stmt_into(lo, kids.at[i], out);
}

static void lower_by_kind(Lower *lo, CXCursor c, StmtList *out)
{
	enum CXCursorKind kind = clang_getCursorKind(c);
	const int n = lo->kept.n;
	switch (kind) {
	case CXCursor_DeclStmt:
		lower_decl_stmt(lo, c, out);
		return;
	case CXCursor_VarDecl:
		lower_var_decl(lo, c, out);
		return;
	case CXCursor_CompoundStmt:
		list_add(lo, out, lower_block(lo, c));
		return;
	case CXCursor_IfStmt:
		add_scope(lo, n, lower_if(lo, c), out);
		return;
	case CXCursor_ForStmt:
	case CXCursor_WhileStmt:
	case CXCursor_DoStmt:
	case CXCursor_CXXForRangeStmt:
		add_scope(lo, n, lower_loop(lo, c, 0), out);
		return;
	case CXCursor_SwitchStmt:
		add_scope(lo, n, lower_switch(lo, c), out);
		return;
	case CXCursor_CaseStmt:
	case CXCursor_DefaultStmt:
		lower_case(lo, c, out);
		return;
	case CXCursor_BreakStmt:
		lower_leave_scopes(lo, lo->kept_by_break, out);
		list_add(lo, out, lower_leave(lo, c, ST_BREAK, lo->break_target));
		return;
	case CXCursor_ContinueStmt:
		lower_leave_scopes(lo, lo->kept_by_continue, out);
		list_add(lo, out, lower_leave(lo, c, ST_CONTINUE, lo->continue_target));
		return;
	case CXCursor_ReturnStmt:
		lower_return(lo, c, out);
		return;
	case CXCursor_NullStmt:
		return;
	case CXCursor_GCCAsmStmt:
		list_expr(lo, out, lower_asm(lo, c));
		return;
	case CXCursor_UnexposedStmt:
		lower_attributed(lo, c, out);
		return;
	case CXCursor_LabelStmt: {
		Kids kids = cursor_kids(lo, c);
		for (int i = 0; i < kids.n; i++)
			lower_stmt_into(lo, kids.at[i], out);
		return;
	}
	case CXCursor_GotoStmt:
	case CXCursor_IndirectGotoStmt:
		lower_goto(lo, c, out);
		return;
	case CXCursor_CXXTryStmt:
		lower_try(lo, c, out);
		return;
	default:
		break;
	}
	if (clang_isExpression(kind))
		list_expr(lo, out, lower_effect(lo, c));
	else if (clang_isStatement(kind))
		list_add(lo, out, lower_unknown_stmt(lo, c, "statement that is not understood"));
}

void lower_stmt_into(Lower *lo, CXCursor c, StmtList *out)
{
	if (lo->depth >= MAX_LOWER_DEPTH) {
		Stmt *s = make_stmt(lo, ST_UNKNOWN, cursor_range(lo, c));
		s->reason = "nested too deeply";
		list_add(lo, out, s);
		return;
	}
	lo->depth++;
	lower_by_kind(lo, c, out);
	if (clang_getCursorKind(c) != CXCursor_CompoundStmt && lo->problems->n) {
		Range range = cursor_range(lo, c);
		lost_note(lo, range.begin, range.end, out);
	}
	lo->depth--;
}

const Stmt *lower_stmt(Lower *lo, CXCursor c)
{
	StmtList list = { 0 };
	lower_stmt_into(lo, c, &list);
	return list_stmt(lo, &list, cursor_range(lo, c));
}
