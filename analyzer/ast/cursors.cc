#include "ast/cursors.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

using namespace clang;

const Decl *decl_of(CXCursor c)
{
	return clang_isDeclaration(c.kind) ? static_cast<const Decl *>(c.data[0]) : nullptr;
}

const Expr *expr_of(CXCursor c)
{
	return clang_isExpression(c.kind) ? dyn_cast_or_null<Expr>(static_cast<const Stmt *>(c.data[1])) : nullptr;
}

CXCursor null_cursor()
{
	return clang_getNullCursor();
}

static CXCursorKind kind_of(const CXXRecordDecl *record)
{
	return record->isUnion() ? CXCursor_UnionDecl : record->isClass() ? CXCursor_ClassDecl : CXCursor_StructDecl;
}

CXCursor cursor_of(const Decl *d, CXCursor like)
{
	if (!d)
		return null_cursor();
	CXCursorKind kind = CXCursor_UnexposedDecl;
	switch (d->getKind()) {
	case Decl::CXXConstructor:
		kind = CXCursor_Constructor;
		break;
	case Decl::CXXDestructor:
		kind = CXCursor_Destructor;
		break;
	case Decl::CXXConversion:
		kind = CXCursor_ConversionFunction;
		break;
	case Decl::CXXMethod:
		kind = CXCursor_CXXMethod;
		break;
	case Decl::Function:
		kind = CXCursor_FunctionDecl;
		break;
	case Decl::Field:
		kind = CXCursor_FieldDecl;
		break;
	case Decl::ParmVar:
		kind = CXCursor_ParmDecl;
		break;
	case Decl::Var:
		kind = CXCursor_VarDecl;
		break;
	default:
		if (const auto *record = dyn_cast<CXXRecordDecl>(d))
			kind = kind_of(record);
	}
	return CXCursor{ kind, 0, { d, reinterpret_cast<void *>(1), like.data[2] } };
}

static CXCursorKind kind_of(const Expr *e)
{
	switch (e->getStmtClass()) {
	case Stmt::IntegerLiteralClass:
		return CXCursor_IntegerLiteral;
	case Stmt::FloatingLiteralClass:
		return CXCursor_FloatingLiteral;
	case Stmt::CharacterLiteralClass:
		return CXCursor_CharacterLiteral;
	case Stmt::StringLiteralClass:
		return CXCursor_StringLiteral;
	case Stmt::CXXBoolLiteralExprClass:
		return CXCursor_CXXBoolLiteralExpr;
	case Stmt::CXXNullPtrLiteralExprClass:
		return CXCursor_CXXNullPtrLiteralExpr;
	case Stmt::ParenExprClass:
		return CXCursor_ParenExpr;
	case Stmt::UnaryOperatorClass:
		return CXCursor_UnaryOperator;
	case Stmt::UnaryExprOrTypeTraitExprClass:
		return CXCursor_UnaryExpr;
	case Stmt::BinaryOperatorClass:
		return CXCursor_BinaryOperator;
	case Stmt::CompoundAssignOperatorClass:
		return CXCursor_CompoundAssignOperator;
	case Stmt::ConditionalOperatorClass:
		return CXCursor_ConditionalOperator;
	case Stmt::ArraySubscriptExprClass:
		return CXCursor_ArraySubscriptExpr;
	case Stmt::CStyleCastExprClass:
		return CXCursor_CStyleCastExpr;
	case Stmt::CXXStaticCastExprClass:
		return CXCursor_CXXStaticCastExpr;
	case Stmt::CXXReinterpretCastExprClass:
		return CXCursor_CXXReinterpretCastExpr;
	case Stmt::CXXConstCastExprClass:
		return CXCursor_CXXConstCastExpr;
	case Stmt::CXXFunctionalCastExprClass:
		return CXCursor_CXXFunctionalCastExpr;
	case Stmt::CompoundLiteralExprClass:
		return CXCursor_CompoundLiteralExpr;
	case Stmt::InitListExprClass:
		return CXCursor_InitListExpr;
	case Stmt::StmtExprClass:
		return CXCursor_StmtExpr;
	case Stmt::LambdaExprClass:
		return CXCursor_LambdaExpr;
	case Stmt::CXXNewExprClass:
		return CXCursor_CXXNewExpr;
	case Stmt::CXXDeleteExprClass:
		return CXCursor_CXXDeleteExpr;
	case Stmt::CXXThisExprClass:
		return CXCursor_CXXThisExpr;
	case Stmt::DeclRefExprClass:
	case Stmt::SubstNonTypeTemplateParmExprClass:
		return CXCursor_DeclRefExpr;
	case Stmt::MemberExprClass:
		return CXCursor_MemberRefExpr;
	case Stmt::SizeOfPackExprClass:
		return CXCursor_SizeOfPackExpr;
	case Stmt::CallExprClass:
	case Stmt::CXXOperatorCallExprClass:
	case Stmt::CXXMemberCallExprClass:
	case Stmt::CUDAKernelCallExprClass:
	case Stmt::UserDefinedLiteralClass:
	case Stmt::CXXConstructExprClass:
	case Stmt::CXXTemporaryObjectExprClass:
		return CXCursor_CallExpr;
	default:
		return CXCursor_UnexposedExpr;
	}
}

CXCursor cursor_of(const Expr *e, CXCursor like)
{
	if (const auto *pseudo = dyn_cast_or_null<PseudoObjectExpr>(e))
		e = pseudo->getSyntacticForm();
	if (const auto *opaque = dyn_cast_or_null<OpaqueValueExpr>(e))
		e = opaque->getSourceExpr();
	return e ? CXCursor{ kind_of(e), 0, { like.data[0], e, like.data[2] } } : null_cursor();
}
