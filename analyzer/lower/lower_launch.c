#include "lower/lower.h"

#include <string.h>

/* --- <<<grid, block, bytes, stream>>> --------------------------------------------------------- */

static bool is_configuration(CXCursor c)
{
	return clang_getCursorKind(c) == CXCursor_CallExpr &&
	       (cursor_is(c, "__cudaPushCallConfiguration") || cursor_is(c, "cudaConfigureCall") || cursor_is(c, "cudaLaunchDevice"));
}

static CXCursor configuration(Lower *lo, CXCursor call)
{
	Kids kids = cursor_kids(lo, call);
	for (int i = 1; i < kids.n && i < 4; i++)
		if (is_configuration(kids.at[i]))
			return kids.at[i];
	return clang_getNullCursor();
}

bool cursor_is_launch(Lower *lo, CXCursor call)
{
	return !clang_Cursor_isNull(configuration(lo, call));
}

static bool is_kernel(CXCursor c)
{
	return !clang_Cursor_isNull(c) && cursor_has(c, CXCursor_CUDAGlobalAttr);
}

/* The value without casts. */
static const Expr *through_casts(const Expr *e)
{
	while (e->kind == EX_CAST)
		e = e->arg[0];
	return e;
}

static void set_kernel(LaunchExpr *launch, const Expr *kernel)
{
	const Expr *plain = through_casts(kernel);
	if (plain->kind == EX_FUNC)
		launch->kernel = plain->func;
	else
		launch->kernel_expr = kernel;
}

static bool is_zero(const Expr *e)
{
	return e->kind == EX_INT && e->i == 0;
}

static void set_shape(Lower *lo, LaunchExpr *launch, CXCursor call, CXCursor callee, int first, int bytes)
{
	CXType type = clang_getCursorType(callee);
	const Expr *at[3] = { NULL, NULL, NULL };
	int index[3] = { first, first + 1, bytes };
	for (int i = 0; i < 3; i++)
		if (index[i] < clang_Cursor_getNumArguments(call))
			at[i] = lower_argument(lo, clang_Cursor_getArgument(call, (unsigned)index[i]),
					       clang_getArgType(type, (unsigned)index[i]));
	launch->grid = at[0];
	launch->block = at[1];
	bool given = at[2] && !is_zero(at[2]) && !(at[2]->kind == EX_UNKNOWN && strcmp(at[2]->reason, "default argument") == 0);
	launch->dynamic_bytes = given ? at[2] : NULL;
}

static const Expr *finish(Lower *lo, CXCursor call, LaunchExpr *launch, const Type *type)
{
	Expr *e = make_expr(lo, EX_LAUNCH, type, cursor_range(lo, call));
	e->launch = launch;
	return e;
}

static CXType kernel_type(CXCursor call, CXCursor callee)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(callee));
	(void)call;
	while (type.kind == CXType_Pointer || type.kind == CXType_LValueReference || type.kind == CXType_RValueReference)
		type = clang_getCanonicalType(clang_getPointeeType(type));
	return type;
}

static void set_arguments(Lower *lo, LaunchExpr *launch, CXCursor call, CXCursor callee, int from)
{
	VEC(const Expr *) args = { 0 };
	CXType type = kernel_type(call, callee);
	int n = clang_Cursor_getNumArguments(call);
	for (int i = from; i < n; i++) {
		CXType param = clang_getArgType(type, (unsigned)(i - from));
		CXCursor arg = clang_Cursor_getArgument(call, (unsigned)i);
		vec_push(lo->scratch, &args, (const Expr *)lower_argument(lo, arg, param));
	}
	launch->args = arena_dup(lo->arena, args.at, sizeof *args.at * (size_t)args.n);
	launch->n_args = args.n;
}

const Expr *lower_launch(Lower *lo, CXCursor call)
{
	CXCursor config = configuration(lo, call);
	CXCursor callee = clang_getCursorReferenced(call);
	CXCursor written = cursor_kid(lo, call, 0);
	LaunchExpr *launch = arena_new_of(lo->arena, LaunchExpr);
	if (is_kernel(callee))
		launch->kernel = func_of(lo, callee);
	else
		set_kernel(launch, lower_value(lo, written));
	CXCursor pushed = clang_getCursorReferenced(config);
	/* A launch from the device, or from a lambda, which may run there: function, arguments, grid, block, bytes, stream. */
	int first = cursor_is(config, "cudaLaunchDevice") ? 2 : 0;
	set_shape(lo, launch, config, pushed, first, first + 2);
	if (first && lo->func)
		vec_push(lo->scratch, &lo->launchers, (const Func *)lo->func);
	set_arguments(lo, launch, call, is_kernel(callee) ? callee : written, 0);
	return finish(lo, call, launch, lo->t_void);
}

/* --- cudaLaunchKernel() and the like ---------------------------------------------------------- */

/* func, grid, block, void **args, bytes, stream */
static const Expr *launch_by_address(Lower *lo, CXCursor call, CXCursor callee)
{
	if (clang_Cursor_getNumArguments(call) < 4)
		return NULL;
	LaunchExpr *launch = arena_new_of(lo->arena, LaunchExpr);
	set_kernel(launch, lower_value(lo, clang_Cursor_getArgument(call, 0)));
	set_shape(lo, launch, call, callee, 1, 4);
	const Expr *args = lower_value(lo, clang_Cursor_getArgument(call, 3));
	launch->args = arena_dup(lo->arena, &args, sizeof args);
	launch->n_args = 1;
	launch->args_are_addresses = true;
	return finish(lo, call, launch, type_of(lo, clang_getCursorResultType(callee)));
}

static const Field *field_named(const Type *record, const char *name)
{
	for (int i = 0; i < record->n_fields; i++)
		if (strcmp(record->fields[i].name, name) == 0)
			return &record->fields[i];
	return NULL;
}

static const Expr *config_field(Lower *lo, const Expr *config, const char *name, bool load)
{
	const Type *record = config->type->elem;
	const Field *field = record ? field_named(record, name) : NULL;
	if (!field)
		return make_unknown(lo, lo->t_ulong, "launch configuration", config->range);
	const Expr *addr = make_offset(lo, config, field->offset, field->type, config->range);
	return load ? make_load(lo, addr, field->type, config->range) : addr;
}

/* cudaLaunchKernelEx(config, kernel, args …): the configuration is a record with the launch shape. */
static const Expr *launch_by_config(Lower *lo, CXCursor call, CXCursor callee, bool addresses)
{
	if (clang_Cursor_getNumArguments(call) < 2)
		return NULL;
	LaunchExpr *launch = arena_new_of(lo->arena, LaunchExpr);
	const Expr *config = through_casts(lower_value(lo, clang_Cursor_getArgument(call, 0)));
	CXCursor kernel = clang_Cursor_getArgument(call, 1);
	set_kernel(launch, lower_value(lo, kernel));
	launch->grid = config_field(lo, config, "gridDim", false);
	launch->block = config_field(lo, config, "blockDim", false);
	launch->dynamic_bytes = config_field(lo, config, "dynamicSmemBytes", true);
	launch->args_are_addresses = addresses;
	set_arguments(lo, launch, call, addresses ? callee : kernel, 2);
	return finish(lo, call, launch, type_of(lo, clang_getCursorResultType(callee)));
}

const Expr *lower_library_launch(Lower *lo, CXCursor call, CXCursor callee)
{
	const char *name = cursor_name(lo, callee);
	if (strncmp(name, "cudaLaunch", 10) != 0)
		return NULL;
	if (strcmp(name, "cudaLaunchKernel") == 0 || strcmp(name, "cudaLaunchCooperativeKernel") == 0)
		return launch_by_address(lo, call, callee);
	if (strcmp(name, "cudaLaunchKernelEx") == 0)
		return launch_by_config(lo, call, callee, false);
	if (strcmp(name, "cudaLaunchKernelExC") == 0)
		return launch_by_config(lo, call, callee, true);
	return NULL;
}
