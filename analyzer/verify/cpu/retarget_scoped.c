/* Atomics with the scope of a block or the system (atomicAdd_block …), for which clang has separate intrinsics, become
 * ordinary atomics. */
#include "verify/cpu/retarget_impl.h"

#include <string.h>

static const char prefix[] = "llvm.nvvm.atomic.";

static const struct Scoped {
	const char *name; /* the part between prefix and scope */
	LLVMAtomicRMWBinOp does;
} scoped[] = {
	{ "add.gen.i.", LLVMAtomicRMWBinOpAdd },      { "add.gen.f.", LLVMAtomicRMWBinOpFAdd },
	{ "exch.gen.i.", LLVMAtomicRMWBinOpXchg },    { "and.gen.i.", LLVMAtomicRMWBinOpAnd },
	{ "or.gen.i.", LLVMAtomicRMWBinOpOr },        { "xor.gen.i.", LLVMAtomicRMWBinOpXor },
	{ "max.gen.i.", LLVMAtomicRMWBinOpMax },      { "min.gen.i.", LLVMAtomicRMWBinOpMin },
	{ "inc.gen.i.", LLVMAtomicRMWBinOpUIncWrap }, { "dec.gen.i.", LLVMAtomicRMWBinOpUDecWrap },
};

static LLVMValueRef swapped(Retarget *r, LLVMValueRef call)
{
	LLVMValueRef pair = LLVMBuildAtomicCmpXchg(r->builder, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), LLVMGetOperand(call, 2),
						   LLVMAtomicOrderingMonotonic, LLVMAtomicOrderingMonotonic, false);
	return LLVMBuildExtractValue(r->builder, pair, 0, "");
}

/* The ordinary atomic; NULL: the call is not a scoped atomic. */
static LLVMValueRef plain(Retarget *r, LLVMValueRef call, const char *name)
{
	if (starts_with(name, "cas.gen.i."))
		return swapped(r, call);
	for (size_t i = 0; i < sizeof scoped / sizeof *scoped; i++)
		if (starts_with(name, scoped[i].name))
			return LLVMBuildAtomicRMW(r->builder, scoped[i].does, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1),
						  LLVMAtomicOrderingMonotonic, false);
	return NULL;
}

static void unscope(Retarget *r, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	size_t n;
	const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : "";
	if (!starts_with(name, prefix))
		return;
	LLVMPositionBuilderBefore(r->builder, call);
	LLVMValueRef same = plain(r, call, name + sizeof prefix - 1);
	if (same)
		replace_with(call, same);
}

void retarget_scoped(Retarget *r)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f)) {
		Values instructions = instructions_of(r, f);
		for (int i = 0; i < instructions.n; i++)
			if (LLVMIsACallInst(instructions.at[i]))
				unscope(r, instructions.at[i]);
	}
}
