#include "ast/ast.h"
#include "ast/cursors.h"

#include <cstring>
#include <string>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecordLayout.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Basic/Version.h>
#include <llvm/Support/raw_ostream.h>

using namespace clang;

bool ast_is_usable(void)
{
	CXString version = clang_getClangVersion();
	const char *text = clang_getCString(version);
	const bool is = text && std::strstr(text, "version " CLANG_VERSION_MAJOR_STRING ".");
	clang_disposeString(version);
	return is;
}

bool ast_in_macro(CXSourceLocation at)
{
	return SourceLocation::getFromRawEncoding(at.int_data).isMacroID();
}

int ast_next_text(CXTranslationUnit tu, int i, CXSourceLocation *begin)
{
	const CXCursor unit = clang_getTranslationUnitCursor(tu);
	const auto *decl = static_cast<const Decl *>(unit.data[0]); /* decl_of() has none for a unit */
	if (!decl)
		return -1;
	const SourceManager &manager = decl->getASTContext().getSourceManager();
	for (unsigned k = (unsigned)(i + 1); k < manager.local_sloc_entry_size(); k++) {
		const SrcMgr::SLocEntry &entry = manager.getLocalSLocEntry(k);
		if (!entry.isFile() || !entry.getFile().getContentCache().OrigEntry)
			continue;
		*begin = clang_getCursorLocation(unit);
		begin->ptr_data[0] = &manager;
		begin->ptr_data[1] = &decl->getASTContext().getLangOpts();
		begin->int_data = (unsigned)entry.getOffset();
		return (int)k;
	}
	return -1;
}

/* --- classes ------------------------------------------------------------------------------------ */

static const CXXRecordDecl *record_of(CXType type)
{
	const CXCursor c = clang_getTypeDeclaration(clang_getCanonicalType(type));
	const auto *record = dyn_cast_or_null<CXXRecordDecl>(decl_of(c));
	return record ? record->getDefinition() : nullptr;
}

int ast_n_bases(CXType type)
{
	const CXXRecordDecl *record = record_of(type);
	return record && !record->isDependentContext() ? (int)record->getNumBases() : 0;
}

CXCursor ast_base(CXType type, int i, int64_t *offset)
{
	const CXXRecordDecl *record = record_of(type);
	if (!record || record->isInvalidDecl() || i >= (int)record->getNumBases())
		return null_cursor();
	const CXXBaseSpecifier &base = record->bases_begin()[i];
	const CXXRecordDecl *of = base.getType()->getAsCXXRecordDecl();
	if (!of || !of->getDefinition())
		return null_cursor();
	const ASTRecordLayout &layout = record->getASTContext().getASTRecordLayout(record);
	*offset = base.isVirtual() ? -1 : layout.getBaseClassOffset(of->getDefinition()).getQuantity();
	return cursor_of(of->getDefinition(), clang_getTypeDeclaration(type));
}

/* --- constructors ------------------------------------------------------------------------------- */

bool ast_constructor_init(CXCursor c, int i, AstInit *out)
{
	const auto *constructor = dyn_cast_or_null<CXXConstructorDecl>(decl_of(c));
	if (!constructor || i >= (int)constructor->getNumCtorInitializers())
		return false;
	const CXXCtorInitializer *init = constructor->init_begin()[i];
	if (init->isAnyMemberInitializer()) {
		*out = AstInit{ AST_INIT_FIELD, cursor_of(init->getAnyMember(), c), null_cursor() };
	} else {
		const CXXRecordDecl *of = init->getTypeSourceInfo()->getType()->getAsCXXRecordDecl();
		*out = AstInit{ init->isBaseInitializer() ? AST_INIT_BASE : AST_INIT_DELEGATED, cursor_of(of, c), null_cursor() };
	}
	out->value = cursor_of(init->getInit(), c);
	return true;
}

CXCursor ast_inherited_constructor(CXCursor c)
{
	const auto *constructor = dyn_cast_or_null<CXXConstructorDecl>(decl_of(c));
	return constructor ? cursor_of(constructor->getInheritedConstructor().getConstructor(), c) : null_cursor();
}

/* Of a generic lambda, the operator's instance for the invoker's own template arguments. */
static const CXXMethodDecl *invoked_by(const CXXMethodDecl *invoker)
{
	CXXMethodDecl *called = invoker->getParent()->getLambdaCallOperator();
	FunctionTemplateDecl *generic = called->getDescribedFunctionTemplate();
	const TemplateArgumentList *args = invoker->getTemplateSpecializationArgs();
	if (!generic || !args)
		return generic ? nullptr : called;
	void *position = nullptr;
	return cast_or_null<CXXMethodDecl>(generic->findSpecialization(args->asArray(), position));
}

CXCursor ast_invoked_operator(CXCursor c)
{
	const auto *method = dyn_cast_or_null<CXXMethodDecl>(decl_of(c));
	return method && method->isLambdaStaticInvoker() ? cursor_of(invoked_by(method), c) : null_cursor();
}

CXCursor ast_destructor(CXType type)
{
	const CXXRecordDecl *record = record_of(type);
	const CXXDestructorDecl *destructor = record && !record->isDependentContext() ? record->getDestructor() : nullptr;
	const bool runs = destructor && destructor->isUserProvided();
	return runs ? cursor_of(destructor, clang_getTypeDeclaration(clang_getCanonicalType(type))) : null_cursor();
}

bool ast_is_destroyed(CXType type)
{
	while (type.kind == CXType_ConstantArray)
		type = clang_getCanonicalType(clang_getArrayElementType(type));
	const CXXRecordDecl *record = record_of(type);
	return record && !record->isDependentContext() && !record->hasTrivialDestructor();
}

bool ast_is_result(CXCursor c)
{
	const auto *variable = dyn_cast_or_null<VarDecl>(decl_of(c));
	return variable && variable->isNRVOVariable();
}

bool ast_clears_first(CXCursor c)
{
	const auto *construction = dyn_cast_or_null<CXXConstructExpr>(expr_of(c));
	return construction && construction->requiresZeroInitialization();
}

/* --- instances --------------------------------------------------------------------------------- */

static bool is_explicit(TemplateSpecializationKind kind)
{
	return kind == TSK_ExplicitInstantiationDefinition || kind == TSK_ExplicitInstantiationDeclaration;
}

static void visit_methods(const ClassTemplateSpecializationDecl *instance, CXCursor like, AstVisit *visit, void *data)
{
	for (const CXXMethodDecl *method : instance->methods())
		if (is_explicit(method->getTemplateSpecializationKind()) && method->isThisDeclarationADefinition())
			visit(cursor_of(method, like), data);
}

void ast_instances(CXCursor c, AstVisit *visit, void *data)
{
	const Decl *d = decl_of(c);
	if (const auto *function = dyn_cast_or_null<FunctionTemplateDecl>(d))
		for (const FunctionDecl *instance : function->specializations())
			if (is_explicit(instance->getTemplateSpecializationKind()) && instance->isThisDeclarationADefinition())
				visit(cursor_of(instance, c), data);
	if (const auto *record = dyn_cast_or_null<ClassTemplateDecl>(d))
		for (const ClassTemplateSpecializationDecl *instance : record->specializations())
			visit_methods(instance, c, visit, data);
}

void ast_extern_instances(CXCursor c, AstVisit *visit, void *data)
{
	const auto *function = dyn_cast_or_null<FunctionTemplateDecl>(decl_of(c));
	if (!function)
		return;
	for (const FunctionDecl *instance : function->specializations())
		if (instance->getTemplateSpecializationKind() == TSK_ExplicitInstantiationDeclaration && !instance->getDefinition())
			visit(cursor_of(instance, c), data);
}

char *ast_instantiation(CXCursor c)
{
	std::string text;
	llvm::raw_string_ostream out(text);
	if (const auto *function = dyn_cast_or_null<FunctionDecl>(decl_of(c))) {
		const PrintingPolicy &policy = function->getASTContext().getPrintingPolicy();
		const char *comma = "";
		out << "template ";
		if (function->hasAttr<CUDAGlobalAttr>())
			out << "__attribute__((global)) ";
		out << function->getReturnType().getCanonicalType().getAsString(policy) << " ";
		function->getNameForDiagnostic(out, policy, true);
		out << "(";
		for (const ParmVarDecl *param : function->parameters()) {
			out << comma << param->getType().getCanonicalType().getAsString(policy);
			comma = ", ";
		}
		out << ");";
	}
	return strdup(out.str().c_str());
}

/* --- lists ---------------------------------------------------------------------------------------- */

static const InitListExpr *list_of(CXCursor c)
{
	const auto *list = dyn_cast_or_null<InitListExpr>(expr_of(c));
	return list && list->isSyntacticForm() && list->getSemanticForm() ? list->getSemanticForm() : list;
}

static ArrayRef<const Expr *> items_of(CXCursor c)
{
	if (const InitListExpr *list = list_of(c))
		return ArrayRef<const Expr *>(const_cast<InitListExpr *>(list)->getInits(), list->getNumInits());
	if (auto *list = const_cast<CXXParenListInitExpr *>(dyn_cast_or_null<CXXParenListInitExpr>(expr_of(c))))
		return ArrayRef<const Expr *>(list->getInitExprs().data(), list->getInitExprs().size());
	return {};
}

static const FieldDecl *nth_field(const RecordDecl *record, int n)
{
	for (const FieldDecl *field : record->fields())
		if (!is_unnamed_bit_field(field) && n-- == 0)
			return field;
	return nullptr;
}

bool ast_list_member(CXCursor c, int i, AstInit *out)
{
	const ArrayRef<const Expr *> items = items_of(c);
	const Expr *e = expr_of(c);
	const auto *record = e ? e->getType()->getAsCXXRecordDecl() : nullptr;
	if (!record || i >= (int)items.size() || !items[i])
		return false;
	const InitListExpr *list = list_of(c);
	const int n_bases = (int)record->getNumBases();
	if (list && record->isUnion())
		*out = AstInit{ AST_INIT_FIELD, cursor_of(list->getInitializedFieldInUnion(), c), null_cursor() };
	else if (i < n_bases)
		*out = AstInit{ AST_INIT_BASE, cursor_of(record->bases_begin()[i].getType()->getAsCXXRecordDecl(), c), null_cursor() };
	else
		*out = AstInit{ AST_INIT_FIELD, cursor_of(nth_field(record, i - n_bases), c), null_cursor() };
	out->value = cursor_of(items[i], c);
	return !clang_Cursor_isNull(out->of);
}

int ast_list_elements(CXCursor c)
{
	return (int)items_of(c).size();
}

CXCursor ast_list_element(CXCursor c, int i)
{
	const ArrayRef<const Expr *> items = items_of(c);
	return i < (int)items.size() ? cursor_of(items[i], c) : null_cursor();
}

CXCursor ast_list_filler(CXCursor c)
{
	const InitListExpr *list = list_of(c);
	return list ? cursor_of(list->getArrayFiller(), c) : null_cursor();
}

/* --- declarations ------------------------------------------------------------------------------- */

bool ast_is_variable(CXCursor c)
{
	return isa_and_nonnull<VarDecl>(decl_of(c));
}

CXCursor ast_initializer(CXCursor c)
{
	const auto *variable = dyn_cast_or_null<VarDecl>(decl_of(c));
	return variable ? cursor_of(variable->getInit(), c) : null_cursor();
}

CXCursor ast_binding(CXCursor c)
{
	const auto *binding = dyn_cast_or_null<BindingDecl>(decl_of(c));
	return binding ? cursor_of(binding->getBinding(), c) : null_cursor();
}

CXCursor ast_holding_variable(CXCursor c)
{
	const auto *binding = dyn_cast_or_null<BindingDecl>(decl_of(c));
	return binding ? cursor_of(binding->getHoldingVar(), c) : null_cursor();
}

int64_t ast_alignment(CXCursor c)
{
	const Decl *d = decl_of(c);
	return d && d->hasAttr<AlignedAttr>() && !d->isInvalidDecl() ? d->getMaxAlignment() / 8 : 0;
}

static bool evaluate(const Expr *e, const Decl *in, int64_t *value)
{
	Expr::EvalResult result;
	if (!e || e->isValueDependent() || e->isTypeDependent() || !e->getType()->isIntegralOrEnumerationType() ||
	    !e->EvaluateAsInt(result, in->getASTContext()))
		return false;
	const llvm::APSInt &i = result.Val.getInt();
	if (i.getBitWidth() > 64)
		return false;
	*value = i.isUnsigned() ? (int64_t)i.getZExtValue() : i.getSExtValue();
	return true;
}

static int evaluate_all(std::initializer_list<const Expr *> args, const Decl *in, int64_t *out)
{
	int n = 0;
	for (const Expr *e : args)
		if (!evaluate(e, in, &out[n++]))
			return n - 1;
	return n;
}

int ast_launch_bounds(CXCursor c, int64_t out[3])
{
	const Decl *d = decl_of(c);
	const auto *bounds = d ? d->getAttr<CUDALaunchBoundsAttr>() : nullptr;
#if CLANG_VERSION_MAJOR >= 17
	return bounds ? evaluate_all({ bounds->getMaxThreads(), bounds->getMinBlocks(), bounds->getMaxBlocks() }, d, out) : 0;
#else
	return bounds ? evaluate_all({ bounds->getMaxThreads(), bounds->getMinBlocks() }, d, out) : 0;
#endif
}

int ast_cluster_dims(CXCursor c, int64_t out[3])
{
	const Decl *d = decl_of(c);
#if CLANG_VERSION_MAJOR >= 22
	if (const auto *dims = d ? d->getAttr<CUDAClusterDimsAttr>() : nullptr)
		return evaluate_all({ dims->getX(), dims->getY(), dims->getZ() }, d, out);
#endif
	(void)d, (void)out;
	return 0;
}

static AstUnroll unroll_of(const LoopHintAttr *hint, const ASTContext &context, int64_t *count)
{
	Expr::EvalResult result;
	*count = 1;
	if (hint->getOption() == LoopHintAttr::Unroll)
		return hint->getState() == LoopHintAttr::Disable ? AST_UNROLL_COUNT : AST_UNROLL_ALL;
	if (hint->getOption() != LoopHintAttr::UnrollCount)
		return AST_UNROLL_NONE;
	const Expr *value = hint->getValue();
	if (!value || value->isValueDependent() || !value->EvaluateAsInt(result, context) || !result.Val.getInt().isSignedIntN(32))
		return AST_UNROLL_SOME;
	*count = result.Val.getInt().getExtValue();
	return *count > 0 ? AST_UNROLL_COUNT : AST_UNROLL_SOME;
}

AstUnroll ast_unroll(CXCursor c, int64_t *count)
{
	const Stmt *s = c.kind == CXCursor_UnexposedStmt ? static_cast<const Stmt *>(c.data[1]) : nullptr;
	const auto *attributed = dyn_cast_or_null<AttributedStmt>(s);
	const CXCursor unit = clang_getTranslationUnitCursor(clang_Cursor_getTranslationUnit(c));
	const auto *all = static_cast<const Decl *>(unit.data[0]);
	if (!attributed || !all)
		return AST_UNROLL_NONE;
	for (const Attr *attr : attributed->getAttrs())
		if (const auto *hint = dyn_cast<LoopHintAttr>(attr))
			return unroll_of(hint, all->getASTContext(), count);
	return AST_UNROLL_NONE;
}

/* --- expressions -------------------------------------------------------------------------------- */

static const Expr *inner_of(const Expr *e)
{
	if (const auto *argument = dyn_cast<CXXDefaultArgExpr>(e))
		return argument->getExpr();
	if (const auto *member = dyn_cast<CXXDefaultInitExpr>(e))
		return member->getExpr();
	if (const auto *full = dyn_cast<FullExpr>(e))
		return full->getSubExpr();
	if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(e))
		return temporary->getSubExpr();
	if (const auto *bound = dyn_cast<CXXBindTemporaryExpr>(e))
		return bound->getSubExpr();
	if (const auto *copy = dyn_cast<CXXConstructExpr>(e); copy && copy->isElidable() && copy->getNumArgs() > 0)
		return copy->getArg(0); /* T({…}): libclang names no constructor for the copy that is left out */
	if (const auto *substituted = dyn_cast<SubstNonTypeTemplateParmExpr>(e))
		return substituted->getReplacement();
	if (const auto *list = dyn_cast<CXXStdInitializerListExpr>(e))
		return list->getSubExpr();
	if (const auto *cast = dyn_cast<CastExpr>(e))
		return cast->getSubExpr();
	if (const auto *selection = dyn_cast<GenericSelectionExpr>(e))
		return selection->getResultExpr();
	if (const auto *copy = dyn_cast<ArrayInitLoopExpr>(e))
		return copy->getCommonExpr()->getSourceExpr();
	if (const auto *choice = dyn_cast<ChooseExpr>(e))
		return choice->getChosenSubExpr();
	return nullptr;
}

static CXCursor variable_of(const DeclStmt *s, CXCursor like)
{
	return s && s->isSingleDecl() ? cursor_of(s->getSingleDecl(), like) : null_cursor();
}

bool ast_range_for(CXCursor c, AstRangeFor *out)
{
	const Stmt *s = c.kind == CXCursor_CXXForRangeStmt ? static_cast<const Stmt *>(c.data[1]) : nullptr;
	const auto *loop = dyn_cast_or_null<CXXForRangeStmt>(s);
	if (!loop || !loop->getCond() || !loop->getInc())
		return false;
	out->range = variable_of(loop->getRangeStmt(), c);
	out->begin = variable_of(loop->getBeginStmt(), c);
	out->end = variable_of(loop->getEndStmt(), c);
	out->condition = cursor_of(loop->getCond(), c);
	out->step = cursor_of(loop->getInc(), c);
	return !clang_Cursor_isNull(out->range) && !clang_Cursor_isNull(out->begin) && !clang_Cursor_isNull(out->end);
}

AstKind ast_kind(CXCursor c)
{
	const Expr *e = expr_of(c);
	if (!e)
		return AST_OTHER;
	if (isa<CastExpr>(e))
		return AST_CONVERSION;
	if (isa<CXXScalarValueInitExpr, ImplicitValueInitExpr>(e))
		return AST_ZERO;
	if (isa<CXXInheritedCtorInitExpr>(e))
		return AST_INHERITED;
	if (isa<ArrayInitLoopExpr>(e))
		return AST_ARRAY_COPY;
	return inner_of(e) ? AST_WRAPPER : AST_OTHER;
}

CXCursor ast_inner(CXCursor c)
{
	const Expr *e = expr_of(c);
	return e ? cursor_of(inner_of(e), c) : null_cursor();
}

AstCast ast_cast(CXCursor c)
{
	const auto *cast = dyn_cast_or_null<CastExpr>(expr_of(c));
	if (!cast)
		return AST_CAST_NONE;
	switch (cast->getCastKind()) {
	case CK_UserDefinedConversion:
	case CK_ConstructorConversion:
		return AST_CAST_CALL;
	case CK_NoOp:
	case CK_Dependent:
		return AST_CAST_NONE;
	default:
		return AST_CAST_VALUE;
	}
}

bool ast_placement_new(CXCursor c, CXCursor *place, CXCursor *init)
{
	const auto *made = dyn_cast_or_null<CXXNewExpr>(expr_of(c));
	const FunctionDecl *how = made && made->getNumPlacementArgs() == 1 ? made->getOperatorNew() : nullptr;
	if (!how || !how->isReservedGlobalPlacementOperator() || (made->isArray() && made->getInitializer()))
		return false;
	*place = cursor_of(made->getPlacementArg(0), c);
	*init = made->getInitializer() ? cursor_of(made->getInitializer(), c) : null_cursor();
	return true;
}

bool ast_is_temporary(CXCursor c)
{
	return isa_and_nonnull<MaterializeTemporaryExpr>(expr_of(c));
}

bool ast_is_pseudo_destructor(CXCursor c)
{
	const auto *call = dyn_cast_or_null<CallExpr>(expr_of(c));
	return call && isa<CXXPseudoDestructorExpr>(call->getCallee()->IgnoreParens());
}

bool ast_is_recovery(CXCursor c)
{
	return isa_and_nonnull<RecoveryExpr>(expr_of(c));
}

bool ast_is_place(CXCursor c)
{
	const Expr *e = expr_of(c);
	return e && e->isGLValue();
}
