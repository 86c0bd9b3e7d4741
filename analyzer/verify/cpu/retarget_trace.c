/* Inserts calls before accesses that may be to shared memory, and computes their instances. */
#include "verify/cpu/retarget_impl.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

/* The function that is being instrumented. */
typedef struct Body {
	Retarget *r;
	LLVMValueRef function;
	Loops loops;
	LLVMValueRef entered; /* the instance on entry; NULL: not loaded yet */
} Body;

/* --- places -------------------------------------------------------------------------------------- */

const char *file_path(Retarget *r, LLVMMetadataRef file)
{
	unsigned n = 0, m = 0;
	const char *name = LLVMDIFileGetFilename(file, &n), *folder = LLVMDIFileGetDirectory(file, &m);
	if (n && name[0] == '/')
		return arena_strndup(r->arena, name, n);
	return arena_printf(r->arena, "%.*s/%.*s", (int)m, folder, (int)n, name);
}

bool is_system(const Retarget *r, const char *file)
{
	for (const char *const *folder = r->job->system; *folder; folder++)
		if (starts_with(file, *folder))
			return true;
	return false;
}

/* The line in the program itself, not in a system header that was inlined into it. */
void site_place(Retarget *r, LLVMValueRef instruction, CpuSite *site)
{
	LLVMMetadataRef place = LLVMInstructionGetDebugLoc(instruction);
	site->file = "";
	while (place) {
		site->line = (int)LLVMDILocationGetLine(place);
		site->file = file_path(r, LLVMDIScopeGetFile(LLVMDILocationGetScope(place)));
		LLVMMetadataRef outer = LLVMDILocationGetInlinedAt(place);
		if (!is_system(r, site->file) || !outer)
			return;
		place = outer;
	}
}

/* --- instances ----------------------------------------------------------------------------------- */

#define MIX 0x9e3779b97f4a7c15u

static LLVMValueRef mixed(Retarget *r, LLVMValueRef instance, LLVMValueRef with)
{
	LLVMValueRef sum = LLVMBuildXor(r->builder, instance, with, "");
	return LLVMBuildMul(r->builder, sum, LLVMConstInt(r->i64, MIX, false), "");
}

/* The count restarts when the loop's header is reached from outside. */
static void count_iterations(Body *b, Loop *loop)
{
	Retarget *r = b->r;
	LLVMBasicBlockRef header = b->loops.blocks[loop->header];
	for (LLVMBasicBlockRef at = LLVMGetFirstBasicBlock(b->function); at; at = LLVMGetNextBasicBlock(at)) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(at);
		bool leads = false;
		for (unsigned i = 0; i < LLVMGetNumSuccessors(last); i++)
			leads |= LLVMGetSuccessor(last, i) == header;
		if (!leads || loop->member[loops_block(&b->loops, at)])
			continue;
		LLVMPositionBuilderBefore(r->builder, last);
		LLVMBuildStore(r->builder, integer(r->i64, 0), loop->iteration);
	}
	LLVMValueRef first = LLVMGetFirstInstruction(header);
	while (LLVMIsAPHINode(first))
		first = LLVMGetNextInstruction(first);
	LLVMPositionBuilderBefore(r->builder, first);
	LLVMValueRef iteration = LLVMBuildLoad2(r->builder, r->i64, loop->iteration, "");
	LLVMBuildStore(r->builder, LLVMBuildAdd(r->builder, iteration, integer(r->i64, 1), ""), loop->iteration);
}

static void begin_instances(Body *b)
{
	Retarget *r = b->r;
	b->loops = loops_find(r->arena, b->function);
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(b->function);
	LLVMPositionBuilderBefore(r->builder, LLVMGetFirstInstruction(entry));
	for (int i = 0; i < b->loops.n_loops; i++)
		b->loops.loops[i].iteration = LLVMBuildAlloca(r->builder, r->i64, "");
	b->entered = LLVMBuildLoad2(r->builder, r->i64, r->calls_so_far, "");
	for (int i = 0; i < b->loops.n_loops; i++)
		count_iterations(b, &b->loops.loops[i]);
}

/* The builder is positioned before the instruction. */
static LLVMValueRef instance_at(Body *b, LLVMValueRef instruction)
{
	Retarget *r = b->r;
	int block = loops_block(&b->loops, LLVMGetInstructionParent(instruction));
	LLVMValueRef instance = b->entered;
	for (int i = 0; i < b->loops.n_loops; i++)
		if (b->loops.loops[i].member[block])
			instance = mixed(r, instance, LLVMBuildLoad2(r->builder, r->i64, b->loops.loops[i].iteration, ""));
	return instance;
}

/* --- accesses ------------------------------------------------------------------------------------ */

static LLVMValueRef plain_global(LLVMValueRef address)
{
	while (LLVMIsAConstantExpr(address))
		address = LLVMGetOperand(address, 0);
	return LLVMIsAGlobalVariable(address) ? address : NULL;
}

/* Whether the address is certainly not shared: a local or global variable (shared ones are constants by now). */
static bool is_elsewhere(LLVMValueRef address)
{
	while (LLVMIsAGetElementPtrInst(address) || LLVMIsAAddrSpaceCastInst(address) || LLVMIsABitCastInst(address))
		address = LLVMGetOperand(address, 0);
	return LLVMIsAAllocaInst(address) || plain_global(address);
}

static int bytes_of(Retarget *r, LLVMTypeRef type)
{
	return (int)LLVMStoreSizeOfType(LLVMGetModuleDataLayout(r->module), type);
}

static void emit(Body *b, LLVMValueRef before, LLVMValueRef address, BankOp op, int bytes)
{
	Retarget *r = b->r;
	CpuSite site = { .op = op, .bytes = bytes };
	site_place(r, before, &site);
	LLVMValueRef wide = LLVMBuildPtrToInt(r->builder, address, r->i64, "");
	LLVMValueRef args[] = { integer(r->i32, r->sites->n), instance_at(b, before), wide };
	LLVMValueRef call = LLVMBuildCall2(r->builder, value_type(r->trace), r->trace, args, 3, "");
	LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(before));
	vec_push(r->arena, r->sites, site);
}

enum { WIDEST = 16 };

/* Traces bytes in pieces of the largest width that the alignment allows. */
static void emit_bytes(Body *b, LLVMValueRef before, LLVMValueRef address, BankOp op, int bytes, int align)
{
	Retarget *r = b->r;
	if (is_elsewhere(address))
		return;
	for (int at = 0; at < bytes;) {
		int piece = WIDEST;
		while (piece > bytes - at || piece > align)
			piece /= 2;
		LLVMPositionBuilderBefore(r->builder, before);
		LLVMValueRef offset = integer(r->i64, at);
		LLVMValueRef part = LLVMBuildGEP2(r->builder, r->i8, address, &offset, 1, "");
		emit(b, before, part, op, piece);
		at += piece;
	}
}

static bool is_one(LLVMValueRef value)
{
	return LLVMIsAConstantInt(value) && LLVMConstIntGetZExtValue(value) == 1;
}

static bool is_unused(LLVMValueRef value)
{
	return !LLVMGetFirstUse(value);
}

/* Traces the instructions that nvcc generates for an atomic (as eval/exec/eval_atomic.c does for the source). */
static void emit_atomic(Body *b, LLVMValueRef at)
{
	LLVMAtomicRMWBinOp does = LLVMGetAtomicRMWBinOp(at);
	LLVMValueRef address = LLVMGetOperand(at, 0), operand = LLVMGetOperand(at, 1);
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(operand));
	int bytes = bytes_of(b->r, LLVMTypeOf(operand));
	bool swap = does == LLVMAtomicRMWBinOpXchg;
	if (swap ? bytes >= 4 : bytes == 4 && kind == LLVMIntegerTypeKind) {
		bool counts_up = does == LLVMAtomicRMWBinOpAdd && is_one(operand) && is_unused(at);
		emit_bytes(b, at, address, swap ? BANK_ATOM_EXCH : counts_up ? BANK_POPC_INC : BANK_ATOM_ADD, bytes, bytes);
		return;
	}
	emit_bytes(b, at, address, BANK_ATOM_ADDF_LD, bytes, bytes);
	emit_bytes(b, at, address, bytes == 2 ? BANK_ATOM_ADDH : BANK_ATOM_ADDF, bytes, bytes);
}

static int alignment_of(LLVMValueRef call, unsigned argument)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
	LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
	return align ? (int)LLVMGetEnumAttributeValue(align) : 1;
}

static LLVMValueRef local_variable(LLVMValueRef address)
{
	return LLVMIsAAllocaInst(address) ? address : NULL;
}

/* 1 for a constant address, for which clang states its accidental alignment. */
static int known_alignment(LLVMValueRef call, unsigned argument)
{
	return LLVMIsConstant(LLVMGetOperand(call, argument)) ? 1 : alignment_of(call, argument);
}

/* The alignment of a record that is copied: that of its type if one operand is a local variable, else the larger one, as
 * clang may state a smaller one for an operand behind a cast. */
static int record_alignment(Retarget *r, LLVMValueRef call, int bytes)
{
	for (unsigned i = 0; i < 2; i++) {
		LLVMValueRef variable = local_variable(LLVMGetOperand(call, i));
		if (variable && bytes_of(r, LLVMGetAllocatedType(variable)) == bytes)
			return (int)LLVMGetAlignment(variable);
	}
	int to = known_alignment(call, 0), from = known_alignment(call, 1), most = bytes & -bytes;
	int align = to > from ? to : from;
	return align < most ? align : most;
}

enum { MOST_COPIED = 1024 };

/* Traces the copy of a record in pieces as wide as its alignment. */
static void emit_copy(Body *b, LLVMValueRef call, const char *name)
{
	bool sets = starts_with(name, "llvm.memset.");
	LLVMValueRef length = LLVMGetOperand(call, 2);
	if (!LLVMIsAConstantInt(length) || LLVMConstIntGetZExtValue(length) > MOST_COPIED)
		return;
	int bytes = (int)LLVMConstIntGetZExtValue(length);
	int align = sets ? alignment_of(call, 0) : record_alignment(b->r, call, bytes);
	if (!sets)
		emit_bytes(b, call, LLVMGetOperand(call, 1), BANK_LD, bytes, align);
	emit_bytes(b, call, LLVMGetOperand(call, 0), BANK_ST, bytes, align);
}

/* --- functions ----------------------------------------------------------------------------------- */

static bool is_copy(const char *name)
{
	return starts_with(name, "llvm.memcpy.") || starts_with(name, "llvm.memmove.") || starts_with(name, "llvm.memset.");
}

static const char *callee_name(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	size_t n;
	return LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : "";
}

/* Whether it calls a function of the program, or one of the runtime that uses the instance. */
static bool needs_instance(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	if (LLVMIsAInlineAsm(callee))
		return true;
	const char *name = callee_name(call);
	return !LLVMIsAFunction(callee) || !LLVMGetIntrinsicID(callee) || starts_with(name, "llvm.nvvm.activemask") ||
	       starts_with(name, "llvm.nvvm.cp.async") || is_collective(call, name);
}

static void emit_call(Body *b, LLVMValueRef call)
{
	Retarget *r = b->r;
	LLVMPositionBuilderBefore(r->builder, call);
	LLVMValueRef site = integer(r->i64, (int64_t)++r->n_calls << 32);
	LLVMBuildStore(r->builder, mixed(r, instance_at(b, call), site), r->calls_so_far);
}

static void emit_instruction(Body *b, LLVMValueRef at)
{
	Retarget *r = b->r;
	switch (LLVMGetInstructionOpcode(at)) {
	case LLVMLoad:
		emit_bytes(b, at, LLVMGetOperand(at, 0), BANK_LD, bytes_of(r, LLVMTypeOf(at)), WIDEST);
		break;
	case LLVMStore:
		emit_bytes(b, at, LLVMGetOperand(at, 1), BANK_ST, bytes_of(r, LLVMTypeOf(LLVMGetOperand(at, 0))), WIDEST);
		break;
	case LLVMAtomicRMW:
		emit_atomic(b, at);
		break;
	case LLVMAtomicCmpXchg: {
		int bytes = bytes_of(r, LLVMTypeOf(LLVMGetOperand(at, 1)));
		emit_bytes(b, at, LLVMGetOperand(at, 0), BANK_ATOM_CAS, bytes, bytes);
		break;
	}
	case LLVMCall:
		if (is_copy(callee_name(at)))
			emit_copy(b, at, callee_name(at));
		else if (needs_instance(at))
			emit_call(b, at);
		break;
	default:
		break;
	}
}

static void trace_function(Retarget *r, LLVMValueRef function)
{
	Body body = { .r = r, .function = function };
	Values instructions = instructions_of(r, function);
	begin_instances(&body);
	for (int i = 0; i < instructions.n; i++)
		emit_instruction(&body, instructions.at[i]);
}

void retarget_trace(Retarget *r)
{
	Values functions = { 0 };
	for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f) && f != r->trace && f != r->trace_copy)
			vec_push(r->arena, &functions, f);
	for (int i = 0; i < functions.n; i++)
		trace_function(r, functions.at[i]);
}
