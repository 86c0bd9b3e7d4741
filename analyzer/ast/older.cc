#include "ast/older.h"
#include "ast/cursors.h"

#include <cstring>
#include <string>

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

using namespace clang;

#if SMEMLINT_LLVM_VERSION < 17

/* As libclang 17 does it: 0 is no operator, then clang's in their order. */
enum CXBinaryOperatorKind clang_getCursorBinaryOperatorKind(CXCursor c)
{
	const Expr *e = expr_of(c);
	if (const auto *op = dyn_cast_or_null<BinaryOperator>(e))
		return static_cast<CXBinaryOperatorKind>(op->getOpcode() + 1);
	if (const auto *op = dyn_cast_or_null<CXXRewrittenBinaryOperator>(e))
		return static_cast<CXBinaryOperatorKind>(op->getOpcode() + 1);
	return CXBinaryOperator_Invalid;
}

enum CXUnaryOperatorKind clang_getCursorUnaryOperatorKind(CXCursor c)
{
	const auto *op = dyn_cast_or_null<UnaryOperator>(expr_of(c));
	return op ? static_cast<CXUnaryOperatorKind>(op->getOpcode() + 1) : CXUnaryOperator_Invalid;
}

#endif
#if SMEMLINT_LLVM_VERSION < 21

/* In these versions clang_disposeString() frees a text with this flag. */
static CXString owned(const std::string &text)
{
	enum { MALLOCED = 1 };
	return CXString{ strdup(text.c_str()), MALLOCED };
}

static const GCCAsmStmt *asm_of(CXCursor c)
{
	return c.kind == CXCursor_GCCAsmStmt ? dyn_cast<GCCAsmStmt>(static_cast<const Stmt *>(c.data[1])) : nullptr;
}

CXString clang_Cursor_getGCCAssemblyTemplate(CXCursor c)
{
	const GCCAsmStmt *s = asm_of(c);
	const CXCursor unit = clang_getTranslationUnitCursor(clang_Cursor_getTranslationUnit(c));
	const Decl *all = static_cast<const Decl *>(unit.data[0]);
	return owned(s && all ? s->generateAsmString(all->getASTContext()) : std::string());
}

unsigned clang_Cursor_getGCCAssemblyNumOutputs(CXCursor c)
{
	const GCCAsmStmt *s = asm_of(c);
	return s ? s->getNumOutputs() : 0;
}

unsigned clang_Cursor_getGCCAssemblyNumInputs(CXCursor c)
{
	const GCCAsmStmt *s = asm_of(c);
	return s ? s->getNumInputs() : 0;
}

unsigned clang_Cursor_getGCCAssemblyOutput(CXCursor c, unsigned at, CXString *constraint, CXCursor *operand)
{
	const GCCAsmStmt *s = asm_of(c);
	if (!s || at >= s->getNumOutputs())
		return 0;
	*constraint = owned(s->getOutputConstraint(at).str());
	*operand = cursor_of(s->getOutputExpr(at), c);
	return 1;
}

unsigned clang_Cursor_getGCCAssemblyInput(CXCursor c, unsigned at, CXString *constraint, CXCursor *operand)
{
	const GCCAsmStmt *s = asm_of(c);
	if (!s || at >= s->getNumInputs())
		return 0;
	*constraint = owned(s->getInputConstraint(at).str());
	*operand = cursor_of(s->getInputExpr(at), c);
	return 1;
}

#endif
