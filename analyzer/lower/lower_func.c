#include "lower/lower.h"

#include <string.h>

/* --- declarations ----------------------------------------------------------------------------- */

typedef struct FuncState {
	Func *func;
	CXCursor definition;
	bool queued;
} FuncState;

static bool is_method(CXCursor c)
{
	switch (clang_getCursorKind(c)) {
	case CXCursor_CXXMethod:
		return !clang_CXXMethod_isStatic(c);
	case CXCursor_Constructor:
	case CXCursor_Destructor:
	case CXCursor_ConversionFunction:
		return true;
	default:
		return false;
	}
}

static FuncKind func_kind(const Lower *lo, CXCursor c, const Func *known)
{
	if (cursor_has(c, CXCursor_CUDAGlobalAttr))
		return FN_KERNEL;
	if (cursor_has(c, CXCursor_CUDADeviceAttr))
		return FN_DEVICE;
	bool from_device = lo->func && lo->func->kind != FN_HOST;
	return from_device || (known && known->kind == FN_DEVICE) ? FN_DEVICE : FN_HOST;
}

static void add_params(Lower *lo, Func *func, CXCursor c)
{
	VEC(const Var *) params = { 0 };
	Func *outer = lo->func;
	lo->func = func;
	if (is_method(c)) {
		func->self = type_of_cursor(lo, clang_getCursorSemanticParent(c));
		Var *self = make_var(lo, "this", type_pointer(lo, func->self), VAR_PARAM, func->range);
		vec_push(lo->scratch, &params, (const Var *)self);
	}
	int n = clang_Cursor_getNumArguments(c);
	for (int i = 0; i < n; i++)
		vec_push(lo->scratch, &params, (const Var *)var_of(lo, clang_Cursor_getArgument(c, (unsigned)i)));
	lo->func = outer;
	func->params = arena_dup(lo->arena, params.at, sizeof *params.at * (size_t)params.n);
	func->n_params = params.n;
}

/* nvcc gives static kernels external linkage: their mangled names lack the L of static functions. */
static const char *kernel_mangled(Lower *lo, const char *mangled, const char *base_name)
{
	const char *mark = arena_printf(lo->scratch, "L%zu%s", strlen(base_name), base_name);
	const char *at = strstr(mangled, mark);
	return at ? arena_printf(lo->arena, "%.*s%s", (int)(at - mangled), mangled, at + 1) : mangled;
}

static Func *func_create(Lower *lo, CXCursor c)
{
	Func *func = arena_new_of(lo->arena, Func);
	func->id = (lo->linked_with ? lo->linked_with->n_func_ids : 0) + lo->all_funcs.n;
	vec_push(lo->arena, &lo->all_funcs, func);
	func->name = func_name(lo, c);
	func->base_name = cursor_name(lo, c);
	func->mangled = cursor_text(lo, clang_Cursor_getMangling(c));
	func->is_system = cursor_is_system(c);
	enum CXLinkageKind linkage = clang_getCursorLinkage(c);
	func->is_declared = !clang_isCursorDefinition(c);
	func->is_external = linkage != CXLinkage_Internal && linkage != CXLinkage_UniqueExternal;
	func->kind = func_kind(lo, c, NULL);
	if (func->kind == FN_KERNEL && linkage == CXLinkage_Internal)
		func->mangled = kernel_mangled(lo, func->mangled, func->base_name);
	func->result = type_of(lo, clang_getCursorResultType(c));
	func->loc = lower_loc(lo, clang_getCursorLocation(c));
	func->range = cursor_range(lo, c);
	return func;
}

/* --- which bodies are lowered ----------------------------------------------------------------- */

static bool takes_addresses(const Func *func)
{
	for (int i = 0; i < func->n_params; i++)
		if (func->params[i]->type->kind == TY_PTR)
			return true;
	return false;
}

static bool is_number_or_pair(const Func *func)
{
	const char *name = func->result->name;
	return func->result->kind == TY_FLOAT || strcmp(name, "__half2") == 0 || strcmp(name, "__nv_bfloat162") == 0;
}

/* cudaGetDevice() and others of the device's runtime, as __host__ __device__ functions call them: without the library that nvcc
 * links, each returns an error. */
static bool is_stub(const Func *func, CXCursor c)
{
	return strcmp(func->result->name, "cudaError") == 0 && cursor_has(c, CXCursor_CUDADeviceAttr) &&
	       !cursor_has(c, CXCursor_CUDAHostAttr);
}

/* The library's records that hold no more than what is given to them: blocks come in them. */
static bool holds_what_is_given(CXCursor c)
{
	static const char *const names[] = {
		"array",       "__array_traits", "pair",         "make_pair",
		"tuple",       "make_tuple",     "tie",          "get", /* and what libstdc++ has behind: */
		"_Tuple_impl", "_Head_base",     "__get_helper", "__pair_get",
	};
	const CXCursor of[] = { c, clang_getCursorSemanticParent(c) }; /* the function, its class */
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (cursor_is(of[0], names[i]) || cursor_is(of[1], names[i]))
			return true;
	return false;
}

/* Bodies of library functions are lowered if they access the caller's memory or compute what an index may depend on.  Functions
 * of floating-point numbers do neither, and those of __half are replaced (lower_half.c). */
static bool wants_body(const Lower *lo, const Func *func, CXCursor c)
{
	if (!func->is_system)
		return !lo->linked_with || func->kind != FN_KERNEL;
	if ((func->self && func->self->kind == TY_FLOAT) || is_stub(func, c))
		return false;
	if (func->kind == FN_HOST && !cursor_has(c, CXCursor_CUDADeviceAttr))
		return holds_what_is_given(c);
	return takes_addresses(func) || !is_number_or_pair(func);
}

static void remember_template(Lower *lo, CXCursor c)
{
	CXCursor from = clang_getSpecializedCursorTemplate(c);
	if (!clang_Cursor_isNull(from))
		vec_push(lo->scratch, &lo->used_templates, clang_getCanonicalCursor(from));
}

static BlockShape launch_bounds(CXCursor kernel)
{
	int64_t at[3];
	return ast_launch_bounds(kernel, at) >= 1 && at[0] >= 1 ? (BlockShape){ at[0], 1, 1 } : (BlockShape){ 0, 1, 1 };
}

static BlockShape cluster_dims(CXCursor kernel)
{
	int64_t at[3] = { 0, 1, 1 };
	const bool is = ast_cluster_dims(kernel, at) >= 1 && at[0] >= 1;
	return is ? (BlockShape){ at[0], at[1] > 0 ? at[1] : 1, at[2] > 0 ? at[2] : 1 } : (BlockShape){ 0, 1, 1 };
}

Func *func_of(Lower *lo, CXCursor c)
{
	CXCursor key = clang_getCanonicalCursor(c);
	FuncState *state = map_get(&lo->funcs, key);
	if (!state) {
		state = arena_new_of(lo->scratch, FuncState);
		state->definition = cursor_definition(c);
		state->func = func_create(lo, state->definition);
		map_put(lo->scratch, &lo->funcs, key, state);
		add_params(lo, state->func, state->definition);
		if (state->func->kind == FN_KERNEL) {
			remember_template(lo, c);
			state->func->max_threads = launch_bounds(state->definition);
			state->func->cluster = cluster_dims(state->definition);
		}
	}
	Func *func = state->func;
	if (func->kind == FN_HOST)
		func->kind = func_kind(lo, state->definition, func);
	if (!state->queued && lo->pending.n < MAX_FUNCS && wants_body(lo, func, state->definition)) {
		state->queued = true;
		vec_push(lo->scratch, &lo->pending, key);
	}
	return func;
}

/* --- bodies ----------------------------------------------------------------------------------- */

static CXCursor body_of(Lower *lo, CXCursor c)
{
	Kids kids = cursor_kids(lo, c);
	for (int i = kids.n - 1; i >= 0; i--) {
		enum CXCursorKind kind = clang_getCursorKind(kids.at[i]);
		if (kind == CXCursor_CompoundStmt || kind == CXCursor_CXXTryStmt)
			return kids.at[i];
	}
	return clang_getNullCursor();
}

static void enter(Lower *lo, Func *func, CXCursor c)
{
	lo->func = func;
	lo->func_cursor = c;
	lo->jumps = NULL;
	lo->break_target = lo->continue_target = NULL;
	lo->stray_goto = false;
	lo->kept.n = lo->kept_by_break = lo->kept_by_continue = 0;
	lo->closure = map_get(&lo->closures, clang_getCanonicalCursor(clang_getCursorSemanticParent(c)));
	lo->this_var = NULL;
	if (lo->closure) {
		lo->this_var = lo->closure->this_var;
		lo->this_class = lo->closure->this_class;
	} else if (func->self) {
		lo->this_var = func->params[0];
		lo->this_class = clang_getCursorType(clang_getCursorSemanticParent(c));
	}
}

/* Instances of a template with an error have no body: the kernel gets an unknown statement instead. */
static void stand_in(Lower *lo, Func *func, CXCursor c)
{
	CXCursor from = clang_getSpecializedCursorTemplate(c);
	CXCursor definition = clang_Cursor_isNull(from) ? from : clang_getCursorDefinition(from);
	if (func->kind != FN_KERNEL || func->is_system || clang_Cursor_isNull(definition))
		return;
	func->range = cursor_range(lo, definition);
	func->loc = lower_loc(lo, clang_getCursorLocation(definition));
	func->broken = "an error in the template: libclang shows no body of this instance";
	Stmt *body = make_stmt(lo, ST_UNKNOWN, func->range);
	body->reason = func->broken;
	StmtList list = { 0 };
	list_add(lo, &list, body);
	func->body = list_always_block(lo, &list, func->range);
}

/* For a function with a goto that is not understood: the whole body is one unknown statement. */
static void make_unknown_body(Lower *lo, CXCursor body, StmtList *list)
{
	const Stmt *s = list_unknown(lo, list, "goto", cursor_range(lo, body));
	*list = (StmtList){ 0 };
	list_add(lo, list, s);
}

/* From the text: libclang shows no such attribute. */
static bool is_noinline(Lower *lo, CXCursor c, CXCursor body)
{
	const char *from = cursor_file_text(lo, c), *to = cursor_file_text(lo, body);
	for (const char *at = from; from && to && at < to && (at = strstr(at, "noinline")) != NULL; at++)
		if (at < to)
			return true;
	return false;
}

static void lower_body(Lower *lo, const FuncState *state)
{
	Func *func = state->func;
	CXCursor c = state->definition;
	CXCursor body = body_of(lo, c), invoked = ast_invoked_operator(c);
	bool constructs = clang_getCursorKind(c) == CXCursor_Constructor;
	if (clang_Cursor_isNull(body)) {
		stand_in(lo, func, c);
		return;
	}
	func->no_inline = !func->is_system && is_noinline(lo, c, body);
	enter(lo, func, c);
	lo->depth = 0;
	lo->has_goto = lower_has_goto(body);
	StmtList list = { 0 };
	for (int i = 0; func->kind != FN_KERNEL && i < clang_Cursor_getNumArguments(c); i++)
		lower_keep(lo, clang_Cursor_getArgument(c, (unsigned)i));
	if (constructs)
		lower_constructor_inits(lo, c, &list);
	if (clang_Cursor_isNull(invoked))
		lower_stmt_into(lo, body, &list);
	else
		lower_invoker(lo, invoked, &list, cursor_range(lo, invoked));
	lower_end_scope(lo, 0, &list);
	if (lo->stray_goto)
		make_unknown_body(lo, body, &list);
	bool block = list.items.n == 1 && list.items.at[0]->kind == ST_BLOCK;
	func->body = block ? list.items.at[0] : list_always_block(lo, &list, cursor_range(lo, body));
	lo->func = NULL;
}

void func_lower_pending(Lower *lo)
{
	for (; lo->n_lowered < lo->pending.n; lo->n_lowered++)
		lower_body(lo, map_get(&lo->funcs, lo->pending.at[lo->n_lowered]));
}
