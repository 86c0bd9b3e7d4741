/* Code that clang rejects and nvcc accepts. */
#include "lower/lower.h"

#include <string.h>

#include "ast/ast.h"

/* `v = {};` of a record with several assignments, such as __half2: nvcc assigns a zero of the record. */
static bool is_zero_assignment(Lower *lo, CXCursor c, Kids *kids)
{
	if (!lo->problems->n || !ast_is_recovery(c))
		return false;
	*kids = cursor_kids(lo, c);
	return kids->n == 2 && ast_is_place(kids->at[0]) && clang_getCursorKind(kids->at[1]) == CXCursor_InitListExpr &&
	       !ast_list_elements(kids->at[1]) && type_of_cursor(lo, kids->at[0])->kind == TY_RECORD;
}

/* The one error in the expression; NULL: there is none, or several. */
static const ParseProblem *only_problem(const Lower *lo, Range range)
{
	const ParseProblem *found = NULL;
	for (int i = 0; i < lo->problems->n; i++) {
		const ParseProblem *problem = &lo->problems->at[i];
		const Loc *at = &problem->loc;
		if (at->file != range.begin.file || at->offset < range.begin.offset || at->offset >= range.end.offset)
			continue;
		if (found && !loc_same(found->loc, *at))
			return NULL;
		found = problem;
	}
	return found;
}

const Expr *lenient_effect(Lower *lo, CXCursor c)
{
	Kids kids;
	if (!is_zero_assignment(lo, c, &kids))
		return NULL;
	const Range range = cursor_range(lo, c);
	const ParseProblem *problem = only_problem(lo, range);
	if (!problem || !strstr(problem->message, "operator '=' is ambiguous"))
		return NULL;
	const Type *type = type_of_cursor(lo, kids.at[0]);
	Var *zero = make_var(lo, "<temporary>", type, VAR_LOCAL, range);
	StmtList list = { 0 };
	lower_zero(lo, make_addr(lo, zero, range), type, &list, range);
	vec_push(lo->scratch, &lo->accepted, problem->loc);
	return make_copy(lo, lower_address(lo, kids.at[0]), make_temp(lo, zero, list_always_block(lo, &list, range), range), type, range);
}

/* An instance of a template, or a member of one. */
static bool is_instance(const Func *func)
{
	return strchr(func->name, '<') != NULL;
}

bool lenient_accepts(const Lower *lo, const Func *func, const ParseProblem *problem)
{
	for (int i = 0; i < lo->accepted.n; i++)
		if (loc_same(lo->accepted.at[i], problem->loc))
			return true;
	/* nvcc looks at operands where it generates code.  Clang omits the statement: in a program that nvcc accepts it is in
	 * branches of `if constexpr` only that no instance has. */
	return is_instance(func) && strstr(problem->message, "operand number in inline asm");
}
