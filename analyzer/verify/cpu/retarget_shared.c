/* Gives each shared variable an address in the window, the dynamic buffer last.  With gaps (RetargetJob) addresses do not
 * fit 16 bits, which some programs rely on.  The cost of an access does not depend on where its variable starts, as long
 * as that is a multiple of 16. */
#include "verify/cpu/retarget_impl.h"

#include <llvm-c/Target.h>

enum { SHARED_SPACE = 3, ALIGNED = 128, WIDEST_GAP = 1 << 16 };

static bool is_shared(LLVMValueRef global)
{
	return LLVMGetPointerAddressSpace(LLVMTypeOf(global)) == SHARED_SPACE;
}

/* `extern __shared__ T name[]`, and Clang's spelling of it with no elements. */
static bool is_dynamic(Retarget *r, LLVMValueRef global)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(global);
	return LLVMIsDeclaration(global) || LLVMABISizeOfType(LLVMGetModuleDataLayout(r->module), type) == 0;
}

static void put_at(Retarget *r, LLVMValueRef global, uint64_t offset)
{
	LLVMValueRef address = LLVMConstInt(r->i64, CPU_SHARED_BASE + offset, false);
	LLVMReplaceAllUsesWith(global, LLVMConstIntToPtr(address, LLVMTypeOf(global)));
	LLVMDeleteGlobal(global);
}

static uint64_t aligned(uint64_t n)
{
	return (n + ALIGNED - 1) / ALIGNED * ALIGNED;
}

static uint64_t size_of(Retarget *r, LLVMValueRef global)
{
	return LLVMABISizeOfType(LLVMGetModuleDataLayout(r->module), LLVMGlobalGetValueType(global));
}

static void find_shared(Retarget *r, Values *fixed, Values *dynamic)
{
	for (LLVMValueRef global = LLVMGetFirstGlobal(r->module); global; global = LLVMGetNextGlobal(global))
		if (is_shared(global))
			vec_push(r->arena, is_dynamic(r, global) ? dynamic : fixed, global);
}

/* The width at which all gaps together fill half of the window. */
static uint64_t gap_between(Retarget *r, const Values *fixed)
{
	uint64_t taken = 0;
	for (int i = 0; i < fixed->n; i++)
		taken += aligned(size_of(r, fixed->at[i]));
	if (taken > CPU_SHARED_SIZE / 2) {
		r->failed = "its shared variables together do not fit the window";
		return 0;
	}
	if (!r->job->gaps)
		return 0;
	uint64_t gap = (CPU_SHARED_SIZE / 2 - taken) / (uint64_t)(fixed->n + 1) / ALIGNED * ALIGNED;
	return gap < WIDEST_GAP ? gap : WIDEST_GAP;
}

void retarget_shared(Retarget *r)
{
	Values fixed = { 0 }, dynamic = { 0 };
	find_shared(r, &fixed, &dynamic);
	uint64_t gap = gap_between(r, &fixed), at = gap;
	for (int i = 0; i < fixed.n && !r->failed; i++) {
		const SharedObject object = { at, size_of(r, fixed.at[i]) };
		put_at(r, fixed.at[i], at);
		vec_push(r->arena, &r->objects, object);
		at += aligned(object.size) + gap;
	}
	for (int i = 0; i < dynamic.n && !r->failed; i++)
		put_at(r, dynamic.at[i], at);
	vec_push(r->arena, &r->objects, ((SharedObject){ at, 0 }));
}
