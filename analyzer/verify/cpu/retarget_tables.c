/* Tables for the runtime, which finds by name: kernels, each with a function that takes its arguments from a launch's array
 * of pointers, and variables that the host copies to and from. */
#include "verify/cpu/retarget_impl.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/Target.h>

#include <string.h>

enum { PTX_KERNEL = 71 }; /* llvm::CallingConv::PTX_Kernel */

static LLVMValueRef text(Retarget *r, const char *s)
{
	LLVMValueRef value = LLVMConstStringInContext2(r->context, s, strlen(s), false);
	LLVMValueRef global = LLVMAddGlobal(r->module, LLVMTypeOf(value), "");
	LLVMSetInitializer(global, value);
	LLVMSetLinkage(global, LLVMPrivateLinkage);
	LLVMSetGlobalConstant(global, true);
	return global;
}

/* Adds a row to a table that the linker assembles. */
static void add_row(Retarget *r, const char *section, LLVMValueRef *values, unsigned n)
{
	LLVMValueRef row = LLVMConstStructInContext(r->context, values, n, false);
	LLVMValueRef global =
		LLVMAddGlobal(r->module, LLVMTypeOf(row), arena_printf(r->arena, "%s_%d_%d", section, r->job->module, r->n_rows++));
	LLVMSetInitializer(global, row);
	LLVMSetSection(global, section);
	LLVMSetAlignment(global, 8);
}

/* --- kernels -------------------------------------------------------------------------------------- */

static LLVMAttributeRef by_value(LLVMValueRef kernel, unsigned i)
{
	return LLVMGetEnumAttributeAtIndex(kernel, i + 1, LLVMGetEnumAttributeKindForName("byval", 5));
}

/* The launch's i-th argument: the address of a record, or the value itself. */
static LLVMValueRef argument(Retarget *r, LLVMValueRef arguments, LLVMValueRef kernel, unsigned i)
{
	LLVMValueRef at = LLVMConstInt(r->i64, i, false);
	LLVMValueRef place = LLVMBuildGEP2(r->builder, r->pointer, arguments, &at, 1, "");
	LLVMValueRef address = LLVMBuildLoad2(r->builder, r->pointer, place, "");
	if (by_value(kernel, i))
		return address;
	return LLVMBuildLoad2(r->builder, LLVMTypeOf(LLVMGetParam(kernel, i)), address, "");
}

static LLVMValueRef launcher(Retarget *r, LLVMValueRef kernel, const char *name)
{
	LLVMTypeRef type = LLVMFunctionType(r->nothing, &r->pointer, 1, false);
	LLVMValueRef function = LLVMAddFunction(r->module, arena_printf(r->arena, "smem_launch_%s", name), type);
	LLVMSetLinkage(function, LLVMInternalLinkage);
	LLVMPositionBuilderAtEnd(r->builder, LLVMAppendBasicBlockInContext(r->context, function, ""));
	unsigned n = LLVMCountParams(kernel);
	LLVMValueRef *args = arena_array(r->arena, LLVMValueRef, n + 1);
	for (unsigned i = 0; i < n; i++)
		args[i] = argument(r, LLVMGetParam(function, 0), kernel, i);
	LLVMValueRef call = LLVMBuildCall2(r->builder, value_type(kernel), kernel, args, n, "");
	for (unsigned i = 0; i < n; i++)
		if (by_value(kernel, i))
			LLVMAddCallSiteAttribute(call, i + 1, by_value(kernel, i));
	LLVMBuildRetVoid(r->builder);
	return function;
}

static void add_kernel(Retarget *r, LLVMValueRef kernel)
{
	size_t n;
	const char *name = arena_strdup(r->arena, LLVMGetValueName2(kernel, &n));
	LLVMSetFunctionCallConv(kernel, LLVMCCallConv);
	LLVMValueRef row[] = {
		text(r, name),
		launcher(r, kernel, name),
		integer(r->i64, r->job->module),
	};
	add_row(r, "smem_kernels", row, 3);
}

/* --- shared variables ----------------------------------------------------------------------------- */

static void add_object(Retarget *r, const SharedObject *object)
{
	LLVMValueRef row[] = {
		integer(r->i64, r->job->module),
		LLVMConstInt(r->i64, CPU_SHARED_BASE + object->begin, false),
		LLVMConstInt(r->i64, object->size, false),
	};
	add_row(r, "smem_objects", row, 3);
}

/* --- variables ------------------------------------------------------------------------------------ */

static bool is_device_data(LLVMValueRef global)
{
	unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(global));
	return (space == 1 || space == 4) && !LLVMIsDeclaration(global);
}

static void add_variable(Retarget *r, LLVMValueRef global)
{
	size_t n;
	uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(r->module), LLVMGlobalGetValueType(global));
	LLVMValueRef row[] = {
		text(r, LLVMGetValueName2(global, &n)),
		LLVMConstPointerCast(global, r->pointer),
		integer(r->i64, r->job->module),
		LLVMConstInt(r->i64, size, false),
	};
	add_row(r, "smem_variables", row, 4);
	LLVMSetComdat(global, NULL);
	LLVMSetLinkage(global, LLVMInternalLinkage);
	LLVMSetExternallyInitialized(global, false);
	LLVMSetGlobalConstant(global, false);
}

void retarget_tables(Retarget *r)
{
	Values kernels = { 0 }, variables = { 0 };
	for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f)) {
		if (LLVMIsDeclaration(f))
			continue;
		if (LLVMGetFunctionCallConv(f) == PTX_KERNEL)
			vec_push(r->arena, &kernels, f);
		LLVMSetComdat(f, NULL); /* each module keeps its own */
		LLVMSetLinkage(f, LLVMInternalLinkage);
		LLVMSetVisibility(f, LLVMDefaultVisibility);
	}
	for (LLVMValueRef g = LLVMGetFirstGlobal(r->module); g; g = LLVMGetNextGlobal(g))
		if (is_device_data(g))
			vec_push(r->arena, &variables, g);
	for (int i = 0; i < kernels.n; i++)
		add_kernel(r, kernels.at[i]);
	for (int i = 0; i < r->objects.n; i++)
		add_object(r, &r->objects.at[i]);
	for (int i = 0; i < variables.n; i++)
		add_variable(r, variables.at[i]);
}
