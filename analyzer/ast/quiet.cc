#include "ast/quiet.h"
#include "ast/cursors.h"

#include <vector>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/Builtins.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/DenseMap.h>

using namespace clang;

enum { MAX_DEPTH = 400 }; /* of nested expressions and calls */

enum class Verdict { IN_PROGRESS, QUIET, NOT };

struct AstQuiet {
	AstKnown *known = nullptr;
	std::vector<SourceLocation> errors;
	llvm::DenseMap<const FunctionDecl *, Verdict> funcs;
	llvm::DenseMap<const CXXRecordDecl *, bool> empty;
	const FunctionDecl *in = nullptr; /* whose body is looked at; null: an expression of its caller */
	int depth = 0;
};

static bool is_quiet(AstQuiet *q, const Stmt *s);

/* --- types without data ----------------------------------------------------------------------------- */

static bool is_empty(AstQuiet *q, QualType type);

static bool has_no_data(AstQuiet *q, const CXXRecordDecl *record)
{
	if (record->isInvalidDecl() || record->isDependentContext() || record->isUnion() || record->isDynamicClass() ||
	    record->getNumVBases())
		return false;
	for (const CXXBaseSpecifier &base : record->bases())
		if (!is_empty(q, base.getType()))
			return false;
	for (const FieldDecl *field : record->fields())
		if (!is_unnamed_bit_field(field) && !is_empty(q, field->getType()))
			return false;
	return true;
}

static bool is_empty(AstQuiet *q, QualType type)
{
	const CXXRecordDecl *record = type.isNull() ? nullptr : type.getCanonicalType()->getAsCXXRecordDecl();
	record = record ? record->getDefinition() : nullptr;
	if (!record || q->depth > MAX_DEPTH)
		return false;
	auto found = q->empty.find(record);
	if (found != q->empty.end())
		return found->second;
	q->depth++;
	const bool is = has_no_data(q, record);
	q->depth--;
	q->empty[record] = is;
	return is;
}

/* --- functions -------------------------------------------------------------------------------------- */

static bool has_plain_destructor(QualType type)
{
	const CXXRecordDecl *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
	return !record || (record->hasDefinition() && record->hasTrivialDestructor());
}

/* Where there is an error, clang leaves something out. */
static bool has_error(const AstQuiet *q, const FunctionDecl *func)
{
	const SourceManager &sources = func->getASTContext().getSourceManager();
	const auto begin = sources.getDecomposedExpansionLoc(func->getBeginLoc()),
		   end = sources.getDecomposedExpansionLoc(func->getEndLoc());
	for (const SourceLocation error : q->errors) {
		const auto at = sources.getDecomposedExpansionLoc(error);
		if (at.first == begin.first && at.second >= begin.second && (at.second <= end.second || end.first != begin.first))
			return true;
	}
	return false;
}

static bool is_quiet_body(AstQuiet *q, const FunctionDecl *func)
{
	if (const auto *constructor = dyn_cast<CXXConstructorDecl>(func))
		for (const CXXCtorInitializer *init : constructor->inits())
			if (!is_quiet(q, init->getInit()))
				return false;
	return is_quiet(q, func->getBody());
}

static bool is_quiet_builtin(const FunctionDecl *func)
{
	switch (func->getBuiltinID()) {
	case Builtin::BI__builtin_unreachable:
	case Builtin::BI__builtin_assume:
	case Builtin::BI__builtin_expect:
	case Builtin::BI__builtin_is_constant_evaluated:
	case Builtin::BI__builtin_addressof:
	case Builtin::BIaddressof:
	case Builtin::BI__addressof:
	case Builtin::BIforward:
	case Builtin::BImove:
		return true;
	default:
		return false;
	}
}

static bool is_quiet_func(AstQuiet *q, const FunctionDecl *func)
{
	const auto *method = dyn_cast_or_null<CXXMethodDecl>(func);
	if (!func || func->isInvalidDecl() || func->hasAttr<NoInlineAttr>() || (method && method->isVirtual()) ||
	    isa<CXXDestructorDecl>(func))
		return false;
	if (is_quiet_builtin(func))
		return true;
	const IdentifierInfo *name = func->getIdentifier();
	if (name && q->known(name->getNameStart()))
		return false;
	if (func->isTrivial() && !func->isUserProvided())
		return true;
	const FunctionDecl *definition = nullptr;
	if (!func->hasBody(definition) || func->isDependentContext() || definition->isInvalidDecl())
		return false;
	auto found = q->funcs.find(definition);
	if (found != q->funcs.end())
		return found->second == Verdict::QUIET;
	q->funcs[definition] = Verdict::IN_PROGRESS;
	const FunctionDecl *outer = q->in;
	q->in = definition;
	const bool is = !has_error(q, definition) && is_quiet_body(q, definition);
	q->in = outer;
	q->funcs[definition] = is ? Verdict::QUIET : Verdict::NOT;
	return is;
}

/* --- expressions ------------------------------------------------------------------------------------ */

static bool are_quiet(AstQuiet *q, const Stmt *s)
{
	for (const Stmt *child : s->children())
		if (child && !is_quiet(q, child))
			return false;
	return true;
}

/* An object that the function itself declares, or a part of it. */
static bool is_own(const AstQuiet *q, const Expr *place)
{
	place = place->IgnoreParens();
	while (const auto *member = dyn_cast<MemberExpr>(place)) {
		const ValueDecl *field = member->getMemberDecl();
		if (!isa<FieldDecl>(field) || field->getType()->isReferenceType())
			return false;
		place = member->getBase()->IgnoreParens();
	}
	const auto *name = dyn_cast<DeclRefExpr>(place);
	const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
	return variable && q->in && variable->hasLocalStorage() && !variable->getType()->isReferenceType() &&
	       variable->getDeclContext() == q->in;
}

static bool is_quiet_operator(AstQuiet *q, const Expr *e)
{
	if (const auto *unary = dyn_cast<UnaryOperator>(e))
		return !unary->isIncrementDecrementOp() || is_own(q, unary->getSubExpr());
	const auto *binary = dyn_cast<BinaryOperator>(e);
	return !binary || !binary->isAssignmentOp() || is_own(q, binary->getLHS());
}

/* Of a class: built-in assignment is an operator above. */
static bool is_quiet_assignment(AstQuiet *q, const CallExpr *call)
{
	const auto *method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
	if (!method || (!method->isCopyAssignmentOperator() && !method->isMoveAssignmentOperator()))
		return true;
	return isa<CXXOperatorCallExpr>(call) && (is_empty(q, call->getArg(0)->getType()) || is_own(q, call->getArg(0)));
}

static bool is_quiet_call(AstQuiet *q, const CallExpr *call)
{
	return has_plain_destructor(call->getType()) && is_quiet_func(q, call->getDirectCallee()) && is_quiet_assignment(q, call) &&
	       are_quiet(q, call);
}

static bool is_quiet_cast(const CastExpr *cast)
{
	const CastKind kind = cast->getCastKind();
	return kind != CK_Dynamic && kind != CK_Dependent &&
	       !(kind == CK_LValueToRValue && cast->getSubExpr()->getType().isVolatileQualified());
}

static bool is_quiet_lambda(AstQuiet *q, const LambdaExpr *lambda)
{
	for (const Expr *init : lambda->capture_inits())
		if (init && !is_quiet(q, init))
			return false;
	return true;
}

static bool is_quiet_declaration(AstQuiet *q, const Decl *d)
{
	const auto *variable = dyn_cast<VarDecl>(d);
	if (!variable)
		return isa<StaticAssertDecl, TypedefNameDecl, UsingDecl, UsingShadowDecl, TagDecl, EmptyDecl, UsingEnumDecl>(d);
	if (const auto *bindings = dyn_cast<DecompositionDecl>(d))
		for (const BindingDecl *binding : bindings->bindings())
			if (const VarDecl *holding = binding->getHoldingVar(); holding && !is_quiet(q, holding->getInit()))
				return false;
	if (variable->isInvalidDecl() || !has_plain_destructor(variable->getType()))
		return false;
	if (variable->isConstexpr())
		return true;
	return variable->hasLocalStorage() && !variable->getType().isVolatileQualified() && is_quiet(q, variable->getInit());
}

static bool is_quiet_if(AstQuiet *q, const IfStmt *s)
{
	if (!s->isConstexpr())
		return are_quiet(q, s);
	Expr::EvalResult result;
	const Expr *condition = s->getCond();
	if (s->isConsteval() || condition->isValueDependent() || !condition->EvaluateAsInt(result, q->in->getASTContext()))
		return false;
	return is_quiet(q, s->getInit()) && is_quiet(q, result.Val.getInt().getBoolValue() ? s->getThen() : s->getElse());
}

static bool is_quiet_construction(AstQuiet *q, const CXXConstructExpr *e)
{
	return has_plain_destructor(e->getType()) && is_quiet_func(q, e->getConstructor()) && are_quiet(q, e);
}

/* By kind; kinds that are not listed are not quiet. */
static bool is_quiet_kind(AstQuiet *q, const Stmt *s)
{
	switch (s->getStmtClass()) {
	case Stmt::CompoundStmtClass:
	case Stmt::ReturnStmtClass:
	case Stmt::NullStmtClass:
	case Stmt::AttributedStmtClass:
	case Stmt::ParenExprClass:
	case Stmt::DeclRefExprClass:
	case Stmt::MemberExprClass:
	case Stmt::ArraySubscriptExprClass:
	case Stmt::CXXThisExprClass:
	case Stmt::IntegerLiteralClass:
	case Stmt::FloatingLiteralClass:
	case Stmt::CharacterLiteralClass:
	case Stmt::CXXBoolLiteralExprClass:
	case Stmt::CXXNullPtrLiteralExprClass:
	case Stmt::ConditionalOperatorClass:
	case Stmt::InitListExprClass:
	case Stmt::CXXParenListInitExprClass:
	case Stmt::CXXScalarValueInitExprClass:
	case Stmt::ImplicitValueInitExprClass:
	case Stmt::MaterializeTemporaryExprClass:
	case Stmt::ExprWithCleanupsClass:
	case Stmt::SubstNonTypeTemplateParmExprClass:
	case Stmt::CXXRewrittenBinaryOperatorClass:
		return are_quiet(q, s);
	case Stmt::ConstantExprClass:
	case Stmt::SizeOfPackExprClass:
	case Stmt::UnaryExprOrTypeTraitExprClass:
	case Stmt::TypeTraitExprClass:
	case Stmt::CXXNoexceptExprClass:
	case Stmt::RequiresExprClass:
	case Stmt::ConceptSpecializationExprClass:
		return true;
	case Stmt::UnaryOperatorClass:
	case Stmt::BinaryOperatorClass:
	case Stmt::CompoundAssignOperatorClass:
		return is_quiet_operator(q, cast<Expr>(s)) && are_quiet(q, s);
	case Stmt::ImplicitCastExprClass:
	case Stmt::CStyleCastExprClass:
	case Stmt::CXXStaticCastExprClass:
	case Stmt::CXXFunctionalCastExprClass:
	case Stmt::CXXConstCastExprClass:
		return is_quiet_cast(cast<CastExpr>(s)) && are_quiet(q, s);
	case Stmt::CallExprClass:
	case Stmt::CXXMemberCallExprClass:
	case Stmt::CXXOperatorCallExprClass:
		return is_quiet_call(q, cast<CallExpr>(s));
	case Stmt::CXXConstructExprClass:
	case Stmt::CXXTemporaryObjectExprClass:
		return is_quiet_construction(q, cast<CXXConstructExpr>(s));
	case Stmt::CXXInheritedCtorInitExprClass:
		return is_quiet_func(q, cast<CXXInheritedCtorInitExpr>(s)->getConstructor());
	case Stmt::CXXDefaultArgExprClass:
		return is_quiet(q, cast<CXXDefaultArgExpr>(s)->getExpr());
	case Stmt::CXXDefaultInitExprClass:
		return is_quiet(q, cast<CXXDefaultInitExpr>(s)->getExpr());
	case Stmt::LambdaExprClass:
		return is_quiet_lambda(q, cast<LambdaExpr>(s));
	case Stmt::IfStmtClass:
		return q->in && is_quiet_if(q, cast<IfStmt>(s));
	case Stmt::DeclStmtClass:
		for (const Decl *d : cast<DeclStmt>(s)->decls())
			if (!is_quiet_declaration(q, d))
				return false;
		return true;
	default:
		return false;
	}
}

static bool is_quiet(AstQuiet *q, const Stmt *s)
{
	if (!s)
		return true;
	if (q->depth > MAX_DEPTH)
		return false;
	q->depth++;
	const bool is = is_quiet_kind(q, s);
	q->depth--;
	return is;
}

/* --- the interface ---------------------------------------------------------------------------------- */

AstQuiet *ast_quiet_new(CXTranslationUnit tu, AstKnown *known)
{
	auto *quiet = new AstQuiet();
	quiet->known = known;
	CXDiagnosticSet set = clang_getDiagnosticSetFromTU(tu);
	for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(set); i++) {
		CXDiagnostic diagnostic = clang_getDiagnosticInSet(set, i);
		const SourceLocation at = SourceLocation::getFromRawEncoding(clang_getDiagnosticLocation(diagnostic).int_data);
		if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error && at.isValid())
			quiet->errors.push_back(at);
		clang_disposeDiagnostic(diagnostic);
	}
	return quiet;
}

void ast_quiet_free(AstQuiet *q)
{
	delete q;
}

bool ast_is_nothing(AstQuiet *q, CXCursor c)
{
	const Expr *e = expr_of(c);
	return e && e->isPRValue() && !e->isInstantiationDependent() && is_empty(q, e->getType()) && is_quiet(q, e);
}
