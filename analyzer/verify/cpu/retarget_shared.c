/* Shared variables: each gets a place in the window, the dynamic buffer stands behind them all.  Which bank a byte is in
 * depends on where its variable starts, but what an access costs does not, as long as that is a multiple of 16. */
#include "verify/cpu/retarget_impl.h"

#include <llvm-c/Target.h>

enum { SHARED_SPACE = 3, ALIGNED = 128 };

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

void retarget_shared(Retarget *r)
{
	Values dynamic = { 0 };
	for (LLVMValueRef global = LLVMGetFirstGlobal(r->module), next; global; global = next) {
		next = LLVMGetNextGlobal(global);
		if (!is_shared(global))
			continue;
		if (is_dynamic(r, global)) {
			vec_push(r->arena, &dynamic, global);
			continue;
		}
		uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(r->module), LLVMGlobalGetValueType(global));
		put_at(r, global, r->n_static);
		r->n_static += aligned(size);
	}
	if (r->n_static > CPU_SHARED_SIZE / 2)
		r->failed = "its shared variables together do not fit the window";
	for (int i = 0; i < dynamic.n; i++)
		put_at(r, dynamic.at[i], aligned(r->n_static));
}
