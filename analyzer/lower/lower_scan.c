#include "lower/lower.h"

#include <string.h>

#include "ast/ast.h"

/* Finds the functions to lower: the program's kernels, those that host code names or launches (which finds instances of
 * templates), and the host functions from which a launch is reached. */

typedef struct Host {
	CXCursor cursor;
	bool launches;
	VEC(CXCursor) callees; /* canonical */
} Host;

typedef struct Scan {
	Lower *lo;
	CursorMap hosts;      /* canonical cursor → Host */
	VEC(Host *) list;
	VEC(CXCursor) kernels;
	VEC(CXCursor) wanted;  /* definitions of functions that lo->linked_with declares */
	Host *current;
} Scan;

static bool is_kernel(CXCursor c)
{
	return cursor_has(c, CXCursor_CUDAGlobalAttr);
}

static bool is_only_device(CXCursor c)
{
	return cursor_has(c, CXCursor_CUDADeviceAttr) && !cursor_has(c, CXCursor_CUDAHostAttr);
}

/* --- uses in a function ----------------------------------------------------------------------- */

/* Is it `func`, which is one of lo->linked_with? */
static bool is_same(CXCursor c, const Func *func)
{
	if (!func->is_external || !cursor_is(c, func->base_name))
		return false;
	CXString mangled = clang_Cursor_getMangling(c);
	const char *text = clang_getCString(mangled);
	bool same = text && strcmp(text, func->mangled) == 0;
	clang_disposeString(mangled);
	return same;
}

/* Or is it defined at the same place, in a header?  It may be static, or another instance. */
static bool is_kernel_of(Lower *lo, CXCursor c, const Unit *unit)
{
	for (int i = 0; i < unit->n_kernels; i++) {
		const Func *kernel = unit->kernels[i];
		if (is_same(c, kernel) || (cursor_is(c, kernel->base_name) &&
					   loc_same(lower_loc(lo, clang_getCursorLocation(cursor_definition(c))), kernel->loc)))
			return true;
	}
	return false;
}

static bool is_among(CXCursor c, const Func *const *funcs, int n)
{
	for (int i = 0; i < n; i++)
		if (is_same(c, funcs[i]))
			return true;
	return false;
}

static bool is_only_declared(CXCursor c, const Unit *unit)
{
	for (int i = 0; i < unit->n_declared; i++)
		if (is_same(c, unit->declared[i]))
			return true;
	return false;
}

/* A function that is defined in lo->linked_with and reaches a launch there. */
static bool is_launcher_linked(const Lower *lo, CXCursor c)
{
	return lo->linked_with && !clang_isCursorDefinition(c) && is_among(c, lo->linked_with->hosts, lo->linked_with->n_hosts);
}

static Host *host_of(Scan *scan, CXCursor c)
{
	CXCursor key = clang_getCanonicalCursor(c);
	Host *host = map_get(&scan->hosts, key);
	if (host)
		return host;
	host = arena_new_of(scan->lo->scratch, Host);
	host->cursor = cursor_definition(c);
	host->launches = is_launcher_linked(scan->lo, host->cursor);
	map_put(scan->lo->scratch, &scan->hosts, key, host);
	vec_push(scan->lo->scratch, &scan->list, host);
	return host;
}

static void note_kernel(Scan *scan, CXCursor kernel)
{
	const Unit *linked_with = scan->lo->linked_with;
	if (!linked_with)
		vec_push(scan->lo->scratch, &scan->kernels, kernel);
	else if (scan->current && is_kernel_of(scan->lo, kernel, linked_with))
		scan->current->launches = true;
}

static void note_function(Scan *scan, CXCursor callee)
{
	Arena *scratch = scan->lo->scratch;
	if (is_kernel(callee)) {
		note_kernel(scan, callee);
		return;
	}
	if (cursor_is_system(callee) && !cursor_is_stand_in(callee)) /* stand-ins call what the program passes to them */
		return;
	host_of(scan, callee);
	if (scan->current)
		vec_push(scratch, &scan->current->callees, clang_getCanonicalCursor(callee));
}

static bool is_library_launch(CXCursor callee)
{
	return cursor_is(callee, "cudaLaunchKernel") || cursor_is(callee, "cudaLaunchCooperativeKernel") ||
	       cursor_is(callee, "cudaLaunchKernelEx") || cursor_is(callee, "cudaLaunchKernelExC") ||
	       cursor_is(callee, "__cudaPushCallConfiguration") || cursor_is(callee, "cudaConfigureCall") ||
	       cursor_is(callee, "cudaLaunchDevice");
}

/* A read of a scalar has a conversion, which libclang shows as UnexposedExpr around the name; any other use may be a change. */
static void note_use(Scan *scan, CXCursor variable, CXCursor parent)
{
	enum CXCursorKind kind = clang_getCursorKind(parent);
	if (kind == CXCursor_UnexposedExpr || clang_getCursorKind(variable) != CXCursor_VarDecl ||
	    clang_getCursorLinkage(variable) == CXLinkage_NoLinkage)
		return;
	CXCursor key = clang_getCanonicalCursor(variable);
	if (!map_get(&scan->lo->changed, key))
		map_put(scan->lo->scratch, &scan->lo->changed, key, scan->lo);
}

static enum CXChildVisitResult body_visit(CXCursor c, CXCursor parent, CXClientData data)
{
	Scan *scan = data;
	enum CXCursorKind kind = clang_getCursorKind(c);
	if (kind != CXCursor_CallExpr && kind != CXCursor_DeclRefExpr && kind != CXCursor_MemberRefExpr)
		return CXChildVisit_Recurse;
	CXCursor callee = clang_getCursorReferenced(c);
	if (kind == CXCursor_DeclRefExpr)
		note_use(scan, callee, parent);
	if (clang_Cursor_isNull(callee) || !cursor_is_function(callee))
		return CXChildVisit_Recurse;
	if (kind == CXCursor_CallExpr && scan->current && !scan->lo->linked_with && is_library_launch(callee))
		scan->current->launches = true;
	note_function(scan, callee);
	return CXChildVisit_Recurse;
}

static void scan_body(Scan *scan, CXCursor c, Host *host)
{
	scan->current = host;
	clang_visitChildren(c, body_visit, scan);
	scan->current = NULL;
}

/* --- declarations ----------------------------------------------------------------------------- */

static bool is_transparent(enum CXCursorKind kind)
{
	return kind == CXCursor_Namespace || kind == CXCursor_LinkageSpec || kind == CXCursor_UnexposedDecl || kind == CXCursor_ClassDecl ||
	       kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl || kind == CXCursor_EnumDecl;
}

static void note_definition(Scan *scan, CXCursor c)
{
	Lower *lo = scan->lo;
	/* A library's functions matter where the program uses them, which of virtual ones does not show. */
	if (!clang_isCursorDefinition(c) || (cursor_is_library(lo, c) && !clang_CXXMethod_isVirtual(c)))
		return;
	if (lo->linked_with && is_only_declared(c, lo->linked_with))
		vec_push(lo->scratch, &scan->wanted, c);
	if (is_kernel(c))
		note_kernel(scan, c);
	else if (!is_only_device(c))
		host_of(scan, c);
}

static bool is_member(CXCursor c)
{
	enum CXCursorKind parent = clang_getCursorKind(clang_getCursorSemanticParent(c));
	return parent == CXCursor_StructDecl || parent == CXCursor_ClassDecl || parent == CXCursor_UnionDecl ||
	       parent == CXCursor_ClassTemplate || parent == CXCursor_ClassTemplatePartialSpecialization;
}

/* A number that other translation units may declare. */
static bool is_external_number(Lower *lo, CXCursor c)
{
	if (!clang_isCursorDefinition(c) || clang_getCursorLinkage(c) != CXLinkage_External || is_member(c))
		return false;
	const Type *type = type_of_cursor(lo, c);
	return (type->kind == TY_INT || type->kind == TY_BOOL) && !cursor_has(c, CXCursor_CUDADeviceAttr);
}

static void note_variable(Scan *scan, CXCursor c)
{
	Lower *lo = scan->lo;
	CXCursor init = cursor_initializer(c);
	vec_push(lo->scratch, &lo->top_vars, c);
	if (!clang_Cursor_isNull(init))
		scan_body(scan, c, NULL);
	if (is_external_number(lo, c))
		var_of(lo, c);
	if (lo->linked_with)
		return;
	if (cursor_has(c, CXCursor_CUDASharedAttr) || cursor_has(c, CXCursor_CUDAConstantAttr))
		var_of(lo, c);
}

static void note_instance(CXCursor instance, void *scan)
{
	note_definition(scan, instance);
}

static enum CXChildVisitResult decl_visit(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	Scan *scan = data;
	Lower *lo = scan->lo;
	if (clang_Location_isInSystemHeader(clang_getCursorLocation(c)))
		return CXChildVisit_Continue;
	enum CXCursorKind kind = clang_getCursorKind(c);
	if (is_transparent(kind))
		return !cursor_is_system(c) ? CXChildVisit_Recurse : CXChildVisit_Continue;
	if (kind == CXCursor_FunctionTemplate) {
		if (cursor_is_system(c))
			return CXChildVisit_Continue;
		if (is_kernel(c))
			vec_push(lo->scratch, &lo->templates, c);
		ast_instances(c, note_instance, scan);
	} else if (kind == CXCursor_ClassTemplate) {
		if (!cursor_is_system(c))
			ast_instances(c, note_instance, scan);
	} else if (cursor_is_function(c)) {
		if (!cursor_is_system(c))
			note_definition(scan, c);
	} else if (kind == CXCursor_VarDecl) {
		if (!cursor_is_system(c))
			note_variable(scan, c);
	} else if (kind == CXCursor_EnumConstantDecl) {
		vec_push(lo->scratch, &lo->top_vars, c);
	}
	return CXChildVisit_Continue;
}

/* --- functions that reach a launch ------------------------------------------------------------ */

static bool calls_launcher(const Scan *scan, const Host *host)
{
	for (int i = 0; i < host->callees.n; i++) {
		const Host *callee = map_get(&scan->hosts, host->callees.at[i]);
		if (callee && callee->launches)
			return true;
	}
	return false;
}

static void spread_launches(Scan *scan)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (int i = 0; i < scan->list.n; i++) {
			Host *host = scan->list.at[i];
			if (host->launches || !calls_launcher(scan, host))
				continue;
			host->launches = changed = true;
		}
	}
}

void scan_unit(Lower *lo)
{
	Scan scan = { .lo = lo };
	clang_visitChildren(clang_getTranslationUnitCursor(lo->tu), decl_visit, &scan);
	for (int i = 0; i < scan.list.n; i++) /* grows meanwhile */
		scan_body(&scan, scan.list.at[i]->cursor, scan.list.at[i]);
	spread_launches(&scan);
	for (int i = 0; i < scan.kernels.n; i++)
		func_of(lo, scan.kernels.at[i]);
	for (int i = 0; i < scan.wanted.n; i++)
		func_of(lo, scan.wanted.at[i]);
	for (int i = 0; i < scan.list.n; i++) {
		Host *host = scan.list.at[i];
		if (!host->launches || is_only_device(host->cursor))
			continue;
		func_of(lo, host->cursor);
		vec_push(lo->scratch, &lo->hosts, host->cursor);
	}
}
