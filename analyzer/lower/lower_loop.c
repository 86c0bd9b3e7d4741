#include "lower/lower.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Expr *lower_condition(Lower *lo, CXCursor c)
{
	return make_cast(lo, lower_value(lo, c), lo->t_bool);
}

/* `variable` is made for each iteration; it may be null. */
static void lower_loop_body(Lower *lo, Stmt *loop, CXCursor variable, CXCursor body)
{
	const Stmt *breaks = lo->break_target, *continues = lo->continue_target;
	const int kept_by_break = lo->kept_by_break, kept_by_continue = lo->kept_by_continue;
	StmtList list = { 0 };
	lo->break_target = lo->continue_target = loop;
	lo->kept_by_break = lo->kept_by_continue = lo->kept.n;
	if (!clang_Cursor_isNull(variable))
		lower_var_decl(lo, variable, &list);
	lower_stmt_into(lo, body, &list);
	lower_end_scope(lo, lo->kept_by_continue, &list);
	loop->body = list_stmt(lo, &list, cursor_range(lo, body));
	lo->break_target = breaks;
	lo->continue_target = continues;
	lo->kept_by_break = kept_by_break;
	lo->kept_by_continue = kept_by_continue;
}

/* --- for: libclang does not show which of its parts are missing ------------------------------- */

typedef struct ForParts {
	CXCursor init, variable, condition, step, body;
} ForParts;

static bool is_assignment(CXCursor c)
{
	enum CXCursorKind kind = clang_getCursorKind(c);
	return kind == CXCursor_CompoundAssignOperator ||
	       (kind == CXCursor_BinaryOperator && clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign);
}

static bool is_condition(Lower *lo, CXCursor c)
{
	return type_of_cursor(lo, c)->kind == TY_BOOL && !is_assignment(c);
}

/* Does a ';' follow "for (" at once? */
static bool init_is_missing(Lower *lo, CXCursor c)
{
	const char *text = cursor_file_text(lo, c);
	if (!text || strncmp(text, "for", 3) != 0)
		return false;
	text += 3;
	while (*text && strchr(" \t\r\n(", *text))
		text++;
	return *text == ';';
}

static ForParts for_parts(Lower *lo, CXCursor c, Kids kids)
{
	CXCursor null = clang_getNullCursor();
	ForParts parts = { null, null, null, null, kids.at[kids.n - 1] };
	int at = 0, n = kids.n - 1;
	if (at < n && (clang_getCursorKind(kids.at[at]) == CXCursor_DeclStmt || clang_getCursorKind(kids.at[at]) == CXCursor_NullStmt))
		parts.init = kids.at[at++];
	else if (at < n && !init_is_missing(lo, c) && !(n - at < 3 && is_condition(lo, kids.at[at])))
		parts.init = kids.at[at++];
	if (at < n && clang_getCursorKind(kids.at[at]) == CXCursor_VarDecl)
		parts.variable = kids.at[at++];
	if (at < n && (n - at == 2 || is_condition(lo, kids.at[at])))
		parts.condition = kids.at[at++];
	if (at < n)
		parts.step = kids.at[at++];
	return parts;
}

/* while (T x = e): the declaration is executed with every test. */
static const Expr *declared_condition(Lower *lo, CXCursor variable, CXCursor condition)
{
	StmtList list = { 0 };
	const int n = lo->kept.n;
	lower_var_decl(lo, variable, &list);
	const Expr *test = lower_condition(lo, condition);
	lower_end_unknown(lo, n, test->range, &list);
	lo->kept.n = n;
	list_expr(lo, &list, test);
	Expr *e = make_expr(lo, EX_STMT, lo->t_bool, test->range);
	e->stmt = list_always_block(lo, &list, test->range);
	return e;
}

static const Expr *loop_test(Lower *lo, CXCursor variable, CXCursor condition)
{
	if (clang_Cursor_isNull(condition))
		return NULL;
	if (clang_Cursor_isNull(variable))
		return lower_condition(lo, condition);
	return declared_condition(lo, variable, condition);
}

static Stmt *lower_for(Lower *lo, CXCursor c)
{
	Kids kids = cursor_kids(lo, c);
	if (kids.n < 1)
		return lower_unknown_stmt(lo, c, "loop that is not understood");
	ForParts parts = for_parts(lo, c, kids);
	Stmt *s = make_stmt(lo, ST_LOOP, cursor_range(lo, c));
	StmtList init = { 0 };
	if (!clang_Cursor_isNull(parts.init))
		lower_stmt_into(lo, parts.init, &init);
	s->init = list_block(lo, &init, s->range);
	s->expr = loop_test(lo, parts.variable, parts.condition);
	s->expr =
		lost_or(lo, s->expr ? s->expr : make_int(lo, lo->t_bool, 1, s->range), s->range.begin, cursor_range(lo, parts.body).begin);
	lower_loop_body(lo, s, clang_getNullCursor(), parts.body);
	s->step = clang_Cursor_isNull(parts.step) ? NULL : lower_effect(lo, parts.step);
	return s;
}

static Stmt *lower_while(Lower *lo, CXCursor c)
{
	Kids kids = cursor_kids(lo, c);
	if (kids.n < 2)
		return lower_unknown_stmt(lo, c, "loop that is not understood");
	CXCursor variable = kids.n > 2 ? kids.at[0] : clang_getNullCursor();
	Stmt *s = make_stmt(lo, ST_LOOP, cursor_range(lo, c));
	s->expr = lost_or(lo, loop_test(lo, variable, kids.at[kids.n - 2]), s->range.begin, cursor_range(lo, kids.at[kids.n - 1]).begin);
	lower_loop_body(lo, s, clang_getNullCursor(), kids.at[kids.n - 1]);
	return s;
}

static Stmt *lower_do(Lower *lo, CXCursor c)
{
	Kids kids = cursor_kids(lo, c);
	if (kids.n != 2)
		return lower_unknown_stmt(lo, c, "loop that is not understood");
	Stmt *s = make_stmt(lo, ST_LOOP, cursor_range(lo, c));
	s->is_do = true;
	lower_loop_body(lo, s, clang_getNullCursor(), kids.at[0]);
	s->expr = lost_or(lo, lower_condition(lo, kids.at[1]), cursor_range(lo, kids.at[0]).end, s->range.end);
	return s;
}

/* --- for (x : array) -------------------------------------------------------------------------- */

struct FindBegin {
	CXCursor found;
};

static enum CXChildVisitResult find_begin(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	CXCursor decl = clang_getCursorReferenced(c);
	if (clang_getCursorKind(c) != CXCursor_DeclRefExpr || clang_getCursorKind(decl) != CXCursor_VarDecl)
		return CXChildVisit_Recurse;
	CXString name = clang_getCursorSpelling(decl);
	bool is = strncmp(clang_getCString(name), "__begin", 7) == 0;
	clang_disposeString(name);
	if (!is)
		return CXChildVisit_Recurse;
	((struct FindBegin *)data)->found = decl;
	return CXChildVisit_Break;
}

/* The list { 32, 64 } that a std::initializer_list is initialised from; null: it is not one. */
static CXCursor braced_list(Lower *lo, CXCursor c)
{
	Kids kids = cursor_kids(lo, c);
	while (clang_getCursorKind(c) == CXCursor_UnexposedExpr && kids.n == 1) {
		c = kids.at[0];
		kids = cursor_kids(lo, c);
	}
	bool is = clang_getCursorKind(c) == CXCursor_InitListExpr && type_canonical(clang_getCursorType(c)).kind == CXType_ConstantArray;
	return is ? c : clang_getNullCursor();
}

/* Over a class: std::array, tile schedulers and their likes.  NULL: it is no such loop. */
static Stmt *lower_range_of_class(Lower *lo, CXCursor c, CXCursor variable, CXCursor body_of)
{
	AstRangeFor hidden;
	StmtList init = { 0 };
	if (!ast_is_usable() || !ast_range_for(c, &hidden))
		return NULL;
	Stmt *s = make_stmt(lo, ST_LOOP, cursor_range(lo, c));
	lower_var_decl(lo, hidden.range, &init);
	lower_var_decl(lo, hidden.begin, &init);
	lower_var_decl(lo, hidden.end, &init);
	s->init = list_always_block(lo, &init, s->range);
	s->expr = lower_condition(lo, hidden.condition);
	s->step = lower_effect(lo, hidden.step);
	lower_loop_body(lo, s, variable, body_of);
	return s;
}

/* libclang shows the hidden iterator only in the initialiser of the loop's variable. */
static Stmt *lower_range_for(Lower *lo, CXCursor c)
{
	Kids kids = cursor_kids(lo, c);
	int at = kids.n - 3;
	if (at < 0 || clang_getCursorKind(kids.at[at]) != CXCursor_VarDecl)
		return lower_unknown_stmt(lo, c, "range-based for that is not understood");
	CXType array = type_canonical(clang_getCursorType(kids.at[at + 1]));
	CXCursor list = array.kind == CXType_ConstantArray ? clang_getNullCursor() : braced_list(lo, kids.at[at + 1]);
	if (!clang_Cursor_isNull(list)) {
		kids.at[at + 1] = list;
		array = type_canonical(clang_getCursorType(list));
	}
	struct FindBegin find = { clang_getNullCursor() };
	clang_visitChildren(kids.at[at], find_begin, &find);
	if (array.kind != CXType_ConstantArray || clang_Cursor_isNull(find.found)) {
		Stmt *of_class = at ? NULL : lower_range_of_class(lo, c, kids.at[at], kids.at[at + 2]);
		return of_class ? of_class : lower_unknown_stmt(lo, c, "range-based for over something other than an array");
	}
	Stmt *s = make_stmt(lo, ST_LOOP, cursor_range(lo, c));
	StmtList init = { 0 };
	for (int i = 0; i < at; i++)
		lower_stmt_into(lo, kids.at[i], &init);
	Range range = cursor_range(lo, kids.at[at + 1]);
	Var *it = var_of(lo, find.found);
	Var *end = make_var(lo, "<end>", it->type, VAR_LOCAL, range);
	const Expr *begin = make_cast(lo, lower_address(lo, kids.at[at + 1]), it->type);
	const Expr *first = make_store(lo, make_addr(lo, it, range), begin, it->type, range);
	list_add(lo, &init, make_decl(lo, it, make_effect(lo, first), range));
	const Expr *current = make_load(lo, make_addr(lo, it, range), it->type, range);
	int64_t size = it->type->elem ? it->type->elem->size : 0;
	const Expr *count = make_int(lo, lo->t_long, clang_getArraySize(array), range);
	const Expr *past = make_index(lo, current, count, size, it->type, range);
	list_add(lo, &init, make_decl(lo, end, make_effect(lo, make_store(lo, make_addr(lo, end, range), past, it->type, range)), range));
	s->init = list_always_block(lo, &init, range);
	s->expr = make_binary(lo, OP_NE, lo->t_bool, current, make_load(lo, make_addr(lo, end, range), it->type, range), range);
	const Expr *next = make_index(lo, current, make_int(lo, lo->t_long, 1, range), size, it->type, range);
	s->step = make_store(lo, make_addr(lo, it, range), next, it->type, range);
	lower_loop_body(lo, s, kids.at[at], kids.at[at + 2]);
	return s;
}

/* --- any loop ------------------------------------------------------------------------------------- */

static Stmt *lower_by_kind(Lower *lo, CXCursor c)
{
	switch (clang_getCursorKind(c)) {
	case CXCursor_ForStmt:
		return lower_for(lo, c);
	case CXCursor_WhileStmt:
		return lower_while(lo, c);
	case CXCursor_DoStmt:
		return lower_do(lo, c);
	default:
		return lower_range_for(lo, c);
	}
}

Stmt *lower_loop(Lower *lo, CXCursor c, int unroll)
{
	Stmt *s = lower_by_kind(lo, c);
	s->unroll = unroll;
	return s;
}
