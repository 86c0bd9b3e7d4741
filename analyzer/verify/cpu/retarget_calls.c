/* Replaces special registers, intrinsics and functions of the device's library, which this machine lacks. */
#include "verify/cpu/retarget_impl.h"

#include <string.h>

/* --- special registers ---------------------------------------------------------------------------- */

static const struct Register {
	const char *name;
	int index;
} registers[] = {
#define REGISTER(name, index) { name, index },
#include "verify/cpu/registers.def"
#undef REGISTER
};

static const char register_prefix[] = "llvm.nvvm.read.ptx.sreg.";

static int register_index(const char *name)
{
	for (size_t i = 0; i < sizeof registers / sizeof *registers; i++)
		if (strcmp(registers[i].name, name) == 0)
			return registers[i].index;
	return -1;
}

static LLVMValueRef register_array(Retarget *r)
{
	LLVMValueRef array = LLVMGetNamedGlobal(r->module, "smem_registers");
	return array ? array : LLVMAddGlobal(r->module, LLVMArrayType2(r->i32, 0), "smem_registers");
}

static bool read_register(Retarget *r, LLVMValueRef call, const char *name)
{
	int index = starts_with(name, register_prefix) ? register_index(name + strlen(register_prefix)) : -1;
	if (index < 0)
		return false;
	LLVMValueRef at = integer(r->i64, index);
	LLVMPositionBuilderBefore(r->builder, call);
	LLVMValueRef place = LLVMBuildGEP2(r->builder, r->i32, register_array(r), &at, 1, "");
	LLVMValueRef load = LLVMBuildLoad2(r->builder, r->i32, place, "");
	LLVMMetadataRef nothing = LLVMMDNodeInContext2(r->context, NULL, 0);
	LLVMSetMetadata(load, LLVMGetMDKindIDInContext(r->context, "invariant.load", 14), LLVMMetadataAsValue(r->context, nothing));
	replace_with(call, load);
	return true;
}

/* --- functions ------------------------------------------------------------------------------------ */

static const char *runtime_name(Retarget *r, const char *name)
{
	char *ours = arena_printf(r->arena, "smem_%s", name);
	for (char *c = ours; *c; c++)
		if (*c == '.')
			*c = '_';
	return ours;
}

LLVMValueRef declared(Retarget *r, const char *name, LLVMTypeRef type)
{
	LLVMValueRef function = LLVMGetNamedFunction(r->module, name);
	return function ? function : LLVMAddFunction(r->module, name, type);
}

static void set_callee(LLVMValueRef call, LLVMValueRef function)
{
	LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, function);
}

bool is_collective(LLVMValueRef call, const char *name)
{
	return starts_with(name, "llvm.nvvm.wmma.") ||
	       (starts_with(name, "llvm.nvvm.") && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMStructTypeKind);
}

static void rewrite_call(Retarget *r, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	size_t n;
	if (LLVMIsAInlineAsm(callee)) {
		retarget_asm(r, call);
		return;
	}
	if (!LLVMIsAFunction(callee))
		return;
	const char *name = LLVMGetValueName2(callee, &n);
	if (!starts_with(name, "llvm.nvvm.") || read_register(r, call, name))
		return;
	if (is_collective(call, name)) {
		retarget_collective(r, call, arena_strdup(r->arena, name));
		return;
	}
	set_callee(call, declared(r, runtime_name(r, name), value_type(callee)));
}

/* Replaces a function without a body by the runtime's, or by one that reports that there is none. */
static void stand_in(Retarget *r, LLVMValueRef function)
{
	size_t n;
	const char *name = LLVMGetValueName2(function, &n);
	if (!starts_with(name, "smem_")) {
		name = arena_printf(r->arena, "smem_dev_%s", name);
		LLVMSetValueName2(function, name, strlen(name));
	}
	LLVMSetLinkage(function, LLVMWeakAnyLinkage);
	LLVMTypeRef type = LLVMFunctionType(r->nothing, &r->pointer, 1, false);
	LLVMValueRef missing = LLVMGetNamedFunction(r->module, "smem_missing");
	LLVMPositionBuilderAtEnd(r->builder, LLVMAppendBasicBlockInContext(r->context, function, ""));
	LLVMSetCurrentDebugLocation2(r->builder, NULL);
	LLVMValueRef text = LLVMBuildGlobalString(r->builder, name, "");
	LLVMBuildCall2(r->builder, type, missing, &text, 1, "");
	LLVMTypeRef result = LLVMGetReturnType(value_type(function));
	if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(r->builder);
	else
		LLVMBuildRet(r->builder, LLVMConstNull(result));
}

static bool is_declared_only(LLVMValueRef function)
{
	return LLVMIsDeclaration(function) && !LLVMGetIntrinsicID(function);
}

static void add_stand_ins(Retarget *r)
{
	Values functions = { 0 };
	for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f))
		if (is_declared_only(f))
			vec_push(r->arena, &functions, f);
	declared(r, "smem_missing", LLVMFunctionType(r->nothing, &r->pointer, 1, false));
	for (int i = 0; i < functions.n; i++)
		if (functions.at[i] != r->trace_access && functions.at[i] != r->trace_copy)
			stand_in(r, functions.at[i]);
}

void retarget_calls(Retarget *r)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f)) {
		Values instructions = instructions_of(r, f);
		for (int i = 0; i < instructions.n; i++)
			if (LLVMIsACallInst(instructions.at[i]))
				rewrite_call(r, instructions.at[i]);
	}
	add_stand_ins(r);
}
