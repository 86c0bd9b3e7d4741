/* Clang's nodes of libclang's cursors, and cursors of nodes.  In a cursor data[0] is the declaration that it is or lies in,
 * data[1] the statement, data[2] the unit. */
#ifndef SMEMLINT_AST_CURSORS_H
#define SMEMLINT_AST_CURSORS_H

#include <clang-c/Index.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

/* NULL: the cursor is none. */
const clang::Decl *decl_of(CXCursor c);
const clang::Expr *expr_of(CXCursor c);

CXCursor null_cursor();
/* In the unit of `like`, with the kind that libclang gives it: cursors are compared with it.  Null: the null cursor. */
CXCursor cursor_of(const clang::Decl *d, CXCursor like);
CXCursor cursor_of(const clang::Expr *e, CXCursor like);

/* Clang's function of that name has changed its spelling between versions. */
inline bool is_unnamed_bit_field(const clang::FieldDecl *field)
{
	return field->isBitField() && !field->getDeclName();
}

#endif
