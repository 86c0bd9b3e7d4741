/* Inline PTX becomes a call of the runtime, which executes it (runtime/ptx.c).  Operands are passed and returned in an
 * array of 8 bytes each, in the order of the text: outputs first. */
#include "verify/cpu/ptx_code.h"
#include "verify/cpu/retarget_impl.h"

#include <ctype.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_OPERANDS = 128 };

typedef struct AsmCall {
	Retarget *r;
	LLVMValueRef call, slots;
	int n_outputs, n_inputs;
	int tied[MAX_OPERANDS]; /* by input: the output that it is tied to, or -1 */
	bool understood;
} AsmCall;

/* "=r,=f,0,l,~{memory}" */
static void read_constraints(AsmCall *a, const char *text)
{
	a->understood = true;
	while (*text) {
		size_t n = strcspn(text, ",");
		if (*text == '=') {
			a->n_outputs++;
			a->understood &= text[1] != '*';
		} else if (*text != '~' && *text != '!') {
			a->understood &= a->n_inputs < MAX_OPERANDS && *text != '*' && *text != '&';
			if (a->n_inputs < MAX_OPERANDS)
				a->tied[a->n_inputs] = isdigit((unsigned char)*text) ? atoi(text) : -1;
			a->n_inputs++;
		}
		text += n;
		text += *text == ',';
	}
	a->understood &= a->n_inputs + a->n_outputs <= MAX_OPERANDS;
}

static LLVMTypeRef bits_type(Retarget *r, LLVMTypeRef type)
{
	return LLVMIntTypeInContext(r->context, (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(r->module), type));
}

static LLVMValueRef to_bits(Retarget *r, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
		return LLVMBuildPtrToInt(r->builder, value, r->i64, "");
	LLVMValueRef bits = LLVMBuildBitCast(r->builder, value, bits_type(r, type), "");
	return LLVMBuildIntCast2(r->builder, bits, r->i64, false, "");
}

static LLVMValueRef from_bits(Retarget *r, LLVMValueRef bits, LLVMTypeRef type)
{
	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
		return LLVMBuildIntToPtr(r->builder, bits, type, "");
	return LLVMBuildBitCast(r->builder, LLVMBuildIntCast2(r->builder, bits, bits_type(r, type), false, ""), type, "");
}

static LLVMValueRef slot(AsmCall *a, int i)
{
	LLVMValueRef at = integer(a->r->i64, i);
	return LLVMBuildGEP2(a->r->builder, a->r->i64, a->slots, &at, 1, "");
}

static void make_slots(AsmCall *a)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(a->call)));
	LLVMPositionBuilderBefore(a->r->builder, LLVMGetFirstInstruction(entry));
	unsigned n = (unsigned)(a->n_outputs + a->n_inputs + 1);
	a->slots = LLVMBuildAlloca(a->r->builder, LLVMArrayType2(a->r->i64, n), "");
	LLVMPositionBuilderBefore(a->r->builder, a->call);
}

static void pass_inputs(AsmCall *a)
{
	for (int i = 0; i < a->n_inputs; i++) {
		LLVMValueRef bits = to_bits(a->r, LLVMGetOperand(a->call, (unsigned)i));
		LLVMBuildStore(a->r->builder, bits, slot(a, a->n_outputs + i));
		if (a->tied[i] >= 0 && a->tied[i] < a->n_outputs)
			LLVMBuildStore(a->r->builder, bits, slot(a, a->tied[i]));
	}
}

static LLVMValueRef take_output(AsmCall *a, int i, LLVMTypeRef type)
{
	return from_bits(a->r, LLVMBuildLoad2(a->r->builder, a->r->i64, slot(a, i), ""), type);
}

static void take_outputs(AsmCall *a)
{
	LLVMTypeRef type = LLVMTypeOf(a->call);
	if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) {
		LLVMInstructionEraseFromParent(a->call);
		return;
	}
	LLVMValueRef result = LLVMGetPoison(type);
	if (a->n_outputs == 1 && LLVMGetTypeKind(type) != LLVMStructTypeKind)
		result = take_output(a, 0, type);
	else
		for (int i = 0; i < a->n_outputs; i++) {
			LLVMValueRef output = take_output(a, i, LLVMStructGetTypeAtIndex(type, (unsigned)i));
			result = LLVMBuildInsertValue(a->r->builder, result, output, (unsigned)i, "");
		}
	replace_with(a->call, result);
}

/* A variable for what was read, which the runtime sets. */
static LLVMValueRef cache_variable(Retarget *r)
{
	LLVMValueRef cache = LLVMAddGlobal(r->module, r->pointer, "");
	LLVMSetInitializer(cache, LLVMConstNull(r->pointer));
	LLVMSetLinkage(cache, LLVMPrivateLinkage);
	return cache;
}

/* NULL where there is a problem. */
static LLVMValueRef code_variable(Retarget *r, const PtxCode *code)
{
	LLVMValueRef *numbers = arena_array(r->arena, LLVMValueRef, code->n + 1);
	if (code->problem)
		return LLVMConstNull(r->pointer);
	for (int i = 0; i < code->n; i++)
		numbers[i] = integer(r->i64, code->at[i]);
	LLVMValueRef all = LLVMConstArray2(r->i64, numbers, (uint64_t)code->n);
	LLVMValueRef variable = LLVMAddGlobal(r->module, LLVMTypeOf(all), "");
	LLVMSetInitializer(variable, all);
	LLVMSetGlobalConstant(variable, true);
	LLVMSetLinkage(variable, LLVMPrivateLinkage);
	return variable;
}

static LLVMValueRef site_number(Retarget *r, LLVMValueRef at)
{
	CpuSite site = { .op = BANK_LD };
	site_place(r, at, &site);
	vec_push(r->arena, r->sites, site);
	return integer(r->i32, r->sites->n - 1);
}

static void build_call(AsmCall *a, const char *function, const LLVMTypeRef *types, LLVMValueRef *args, unsigned n)
{
	Retarget *r = a->r;
	LLVMTypeRef type = LLVMFunctionType(r->nothing, (LLVMTypeRef *)(uintptr_t)types, n, false);
	LLVMValueRef call = LLVMBuildCall2(r->builder, type, declared(r, function, type), args, n, "");
	LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(a->call));
}

void retarget_asm(Retarget *r, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	size_t n, m;
	const char *asm_text = LLVMGetInlineAsmAsmString(callee, &n);
	const char *text = arena_strndup(r->arena, asm_text, n);
	const char *constraints = LLVMGetInlineAsmConstraintString(callee, &m);
	AsmCall a = { .r = r, .call = call };
	read_constraints(&a, arena_strndup(r->arena, constraints, m));
	make_slots(&a);
	PtxCode code = { .problem = "operands of this kind" };
	if (a.understood) {
		pass_inputs(&a);
		code = ptx_code(r->arena, text);
	}
	if (code.problem)
		text = arena_printf(r->arena, "PTX with %s is not supported on the processor: %.120s", code.problem, text);
	const LLVMTypeRef types[] = { r->pointer, r->pointer, r->pointer, r->pointer, r->i32 };
	LLVMValueRef args[] = { cache_variable(r), LLVMBuildGlobalString(r->builder, text, ""), code_variable(r, &code), a.slots,
				site_number(r, call) };
	build_call(&a, "smem_ptx", types, args, 5);
	take_outputs(&a);
}

void retarget_collective(Retarget *r, LLVMValueRef call, const char *name)
{
	AsmCall a = { .r = r, .call = call, .n_inputs = (int)LLVMGetNumArgOperands(call) };
	LLVMTypeRef type = LLVMTypeOf(call);
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	a.n_outputs = kind == LLVMStructTypeKind ? (int)LLVMCountStructElementTypes(type) : kind != LLVMVoidTypeKind;
	for (int i = 0; i < a.n_inputs && i < MAX_OPERANDS; i++)
		a.tied[i] = -1;
	make_slots(&a);
	pass_inputs(&a);
	const LLVMTypeRef types[] = { r->pointer, r->pointer, r->i32, r->i32, r->i32 };
	LLVMValueRef args[] = {
		LLVMBuildGlobalString(r->builder, name, ""),
		a.slots,
		integer(r->i32, a.n_outputs),
		integer(r->i32, a.n_outputs + a.n_inputs),
		site_number(r, call),
	};
	build_call(&a, "smem_collective", types, args, 5);
	take_outputs(&a);
}
