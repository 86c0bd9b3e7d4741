#include "lower/lower.h"

#include <string.h>

/* --- what kind of variable -------------------------------------------------------------------- */

static BuiltinVar builtin_named(const char *name)
{
	static const char *const names[] = {
		[BV_THREAD_IDX] = "threadIdx", [BV_BLOCK_IDX] = "blockIdx", [BV_BLOCK_DIM] = "blockDim",
		[BV_GRID_DIM] = "gridDim",     [BV_WARP_SIZE] = "warpSize",
	};
	for (int i = BV_THREAD_IDX; i <= BV_WARP_SIZE; i++)
		if (strcmp(names[i], name) == 0)
			return (BuiltinVar)i;
	return BV_NONE;
}

static bool is_function_scope(CXCursor decl)
{
	enum CXCursorKind kind = clang_getCursorKind(clang_getCursorSemanticParent(decl));
	return kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod || kind == CXCursor_Constructor || kind == CXCursor_Destructor ||
	       kind == CXCursor_ConversionFunction || kind == CXCursor_FunctionTemplate || kind == CXCursor_LambdaExpr;
}

/* The annotation by which directives_expand() replaced __shared__. */
static enum CXChildVisitResult annotation_visit(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	if (clang_getCursorKind(c) == CXCursor_AnnotateAttr && cursor_is(c, SHARED_ANNOTATION))
		*(bool *)data = true;
	return CXChildVisit_Continue;
}

static bool is_shared(CXCursor decl)
{
	bool annotated = false;
	clang_visitChildren(decl, annotation_visit, &annotated);
	return annotated || cursor_has(decl, CXCursor_CUDASharedAttr);
}

static VarKind var_kind(CXCursor decl, bool *is_static)
{
	enum CX_StorageClass storage = clang_Cursor_getStorageClass(decl);
	if (clang_getCursorKind(decl) == CXCursor_ParmDecl)
		return VAR_PARAM;
	if (is_shared(decl))
		return storage == CX_SC_Extern ? VAR_DYNAMIC : VAR_SHARED;
	if (cursor_has(decl, CXCursor_CUDAConstantAttr))
		return VAR_CONSTANT;
	if (cursor_has(decl, CXCursor_CUDADeviceAttr))
		return VAR_GLOBAL;
	bool local = is_function_scope(decl);
	*is_static = local && storage == CX_SC_Static;
	return local && storage != CX_SC_Static && storage != CX_SC_Extern ? VAR_LOCAL : VAR_GLOBAL;
}

/* libclang has the qualifiers of an array sometimes at the array, sometimes at its elements. */
static bool is_const_object(CXType type)
{
	bool is_const = false, is_volatile = false;
	for (;;) {
		type = clang_getCanonicalType(type);
		is_const = is_const || clang_isConstQualifiedType(type);
		is_volatile = is_volatile || clang_isVolatileQualifiedType(type);
		if (type.kind != CXType_ConstantArray && type.kind != CXType_IncompleteArray)
			return is_const && !is_volatile;
		type = clang_getArrayElementType(type);
	}
}

static bool has_lifetime(VarKind kind)
{
	return kind == VAR_LOCAL || kind == VAR_PARAM;
}

static Var *find_builtin(Lower *lo, BuiltinVar builtin)
{
	for (int i = 0; i < lo->all_vars.n; i++)
		if (lo->all_vars.at[i]->builtin == builtin)
			return lo->all_vars.at[i];
	return NULL;
}

/* libclang gives a parameter that is declared as an array that type; it is a pointer. */
CXType decl_type(CXCursor decl)
{
	CXType type = clang_getCursorType(decl);
	CXType canonical = clang_getCanonicalType(type);
	bool array = canonical.kind == CXType_ConstantArray || canonical.kind == CXType_IncompleteArray ||
		     canonical.kind == CXType_VariableArray || canonical.kind == CXType_FunctionProto;
	if (clang_getCursorKind(decl) != CXCursor_ParmDecl || !array)
		return type;
	CXCursor function = clang_getCursorSemanticParent(decl);
	int n = clang_Cursor_getNumArguments(function);
	for (int i = 0; i < n; i++)
		if (clang_equalCursors(clang_Cursor_getArgument(function, (unsigned)i), decl))
			return clang_getArgType(clang_getCanonicalType(clang_getCursorType(function)), (unsigned)i);
	return type;
}

static bool is_managed(CXCursor decl)
{
	return cursor_has(decl, CXCursor_CUDADeviceAttr) || cursor_has(decl, CXCursor_CUDAConstantAttr) ||
	       cursor_has(decl, CXCursor_UnexposedAttr);
}

/* libclang omits an initialiser with an error. */
static bool has_lost_init(Lower *lo, const Var *var, CXCursor decl)
{
	const char *text = cursor_file_text(lo, decl);
	Loc end = var->range.begin;
	if (text && lo->problems->n)
		end.offset += strcspn(text, ";");
	return lost_in(lo, var->range.begin, end);
}

/* Linkage and modification of a variable outside of functions. */
static void var_add_linkage(Lower *lo, Var *var, CXCursor decl)
{
	enum CXLinkageKind linkage = clang_getCursorLinkage(decl);
	if (var->kind != VAR_GLOBAL || is_function_scope(decl))
		return;
	var->is_external = linkage != CXLinkage_Internal && linkage != CXLinkage_UniqueExternal;
	var->is_declared = (var->is_external && clang_Cursor_isNull(clang_getCursorDefinition(decl))) || has_lost_init(lo, var, decl);
	if (var->is_external)
		var->link_name = cursor_text(lo, clang_Cursor_getMangling(decl));
	var->is_host = !is_managed(decl) && !cursor_is_system(decl);
	bool scalar = var->type->kind == TY_INT || var->type->kind == TY_BOOL;
	var->is_unmodified =
		var->is_host && scalar && !lo->problems->n && !var->is_external && !map_get(&lo->changed, clang_getCanonicalCursor(decl));
}

/* "extern __shared__ float smem[];" in a function: all are at one place, and each function has its own use of it. */
static bool is_local_dynamic(CXCursor decl)
{
	const enum CXCursorKind parent = clang_getCursorKind(clang_getCursorLexicalParent(decl));
	const bool is_local = parent == CXCursor_FunctionDecl || parent == CXCursor_CXXMethod || parent == CXCursor_FunctionTemplate;
	bool is_static;
	return is_local && var_kind(decl, &is_static) == VAR_DYNAMIC;
}

static Var *var_create(Lower *lo, CXCursor decl)
{
	const char *name = cursor_name(lo, decl);
	CXType type = decl_type(decl);
	BuiltinVar builtin = cursor_is_system(decl) ? builtin_named(name) : BV_NONE;
	if (builtin != BV_NONE && find_builtin(lo, builtin))
		return find_builtin(lo, builtin);
	bool is_static = false;
	VarKind kind = builtin != BV_NONE ? VAR_BUILTIN : var_kind(decl, &is_static);
	Var *var = make_var(lo, name, type_of(lo, type), kind, cursor_range(lo, decl));
	var->builtin = builtin;
	var->loc = lower_loc(lo, clang_getCursorLocation(decl));
	var->is_const = is_const_object(type) && kind != VAR_PARAM;
	var->is_static = is_static;
	var_add_linkage(lo, var, decl);
	if (!is_function_scope(decl) && kind != VAR_PARAM && !is_local_dynamic(decl))
		var->owner = NULL;
	int64_t align = kind == VAR_PARAM || kind == VAR_BUILTIN ? 0 : ast_alignment(decl);
	if (align > var->align)
		var->align = align;
	return var;
}

/* The initialiser of a constant or of the host's global variable. */
static void var_add_init(Lower *lo, Var *var, CXCursor decl)
{
	CXCursor init = cursor_initializer(decl);
	bool wanted = (var->kind == VAR_GLOBAL && (var->is_const || var->is_host)) || var->kind == VAR_CONSTANT;
	if (!wanted || clang_Cursor_isNull(init) || cursor_is_system(decl))
		return;
	StmtList list = { 0 };
	lower_init(lo, make_addr(lo, var, var->range), clang_getCursorType(decl), init, &list);
	var->init = list_block(lo, &list, var->range);
}

/* Redeclarations of a global are one variable: its definition if there is one. */
static CXCursor var_key(CXCursor decl)
{
	if (clang_getCursorKind(decl) != CXCursor_VarDecl || is_function_scope(decl) || is_local_dynamic(decl))
		return decl;
	CXCursor definition = clang_getCursorDefinition(decl);
	return clang_Cursor_isNull(definition) ? clang_getCanonicalCursor(decl) : definition;
}

Var *var_of(Lower *lo, CXCursor decl)
{
	decl = var_key(decl);
	Var *var = map_get(&lo->vars, decl);
	if (var)
		return var;
	var = var_create(lo, decl);
	map_put(lo->scratch, &lo->vars, decl, var);
	if (!has_lifetime(var->kind))
		var_add_init(lo, var, decl);
	return var;
}

bool var_constant(Lower *lo, CXCursor decl, const Expr **out, Range range)
{
	CXType type = clang_getCursorType(decl);
	if (!ast_is_variable(decl) || type_is_reference(type) || !is_const_object(type))
		return false;
	const Type *t = type_of(lo, type);
	if ((t->kind != TY_INT && t->kind != TY_BOOL) || clang_Cursor_isNull(cursor_initializer(decl)))
		return false;
	if (cursor_is_system(decl) && cursor_is(decl, "warpSize"))
		return false;
	int64_t value;
	if (!cursor_integer(decl, &value))
		return false;
	*out = make_int(lo, t, value, range);
	return true;
}

/* --- declarations in bodies ------------------------------------------------------------------- */

void lower_var_decl(Lower *lo, CXCursor decl, StmtList *out)
{
	Var *var = var_of(lo, decl);
	if (!has_lifetime(var->kind))
		return;
	StmtList list = { 0 };
	CXCursor init = cursor_initializer(decl);
	if (!clang_Cursor_isNull(init))
		lower_init(lo, make_addr(lo, var, var->range), clang_getCursorType(decl), init, &list);
	list_add(lo, out, make_decl(lo, var, list_block(lo, &list, var->range), var->range));
	lower_keep(lo, decl);
}

/* --- structured bindings ---------------------------------------------------------------------- */

/* auto [a, b] = …: the whole, then a variable for each name that is not simply a part of it. */
void lower_binding_decl(Lower *lo, CXCursor decl, StmtList *out)
{
	if (!ast_is_variable(decl)) {
		list_expr(lo, out, make_unknown(lo, lo->t_void, "declaration that is not understood", cursor_range(lo, decl)));
		return;
	}
	lower_var_decl(lo, decl, out);
	Kids kids = cursor_kids(lo, decl);
	for (int i = 0; i < kids.n; i++) {
		CXCursor holding = ast_holding_variable(kids.at[i]);
		if (!clang_Cursor_isNull(holding))
			lower_var_decl(lo, holding, out);
	}
}
