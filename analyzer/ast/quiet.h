/* Expressions that nothing is left of once they are compiled: their value has no data, and they do nothing else.
 *
 * Template libraries compute with types: the value of `shape_div(Int<8>{}, Int<2>{})` is an object without data, whose type
 * says all.  nvcc deletes such calls, whatever they read.  An expression is quiet if it stores to nothing but variables
 * that the functions it calls declare themselves, and has no other effect: no inline PTX, no volatile access, no barrier, no
 * loop, no call of a function that is not quiet or not known, or that the compiler found an error in. */
#ifndef SMEMLINT_AST_QUIET_H
#define SMEMLINT_AST_QUIET_H

#include "ast/ast.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What was found of functions and classes of one translation unit. */
typedef struct AstQuiet AstQuiet;
/* Whether functions of this name may have effects, whatever their bodies say. */
typedef bool AstKnown(const char *name);
AstQuiet *ast_quiet_new(CXTranslationUnit tu, AstKnown *known);
void ast_quiet_free(AstQuiet *quiet);

/* Whether the expression is quiet, and its value a new object without data. */
bool ast_is_nothing(AstQuiet *quiet, CXCursor expr);

#ifdef __cplusplus
}
#endif

#endif
