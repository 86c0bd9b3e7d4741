#include "eval/facts/facts.h"
#include "ir/place.h"

bool fact_is_call(const Fact *fact)
{
	const Expr *site = fact->site;
	return !site || site->kind == EX_INTRINSIC || !loc_same(site->range.begin, fact->range.begin);
}

/* 0: the operand has no line. */
static int operand_line(const Fact *fact, const Expr *operand, bool is_immediate)
{
	operand = expr_without_casts(operand);
	if (is_immediate || operand->range.end.file != fact->range.end.file)
		return 0;
	bool calls = operand->kind == EX_CALL || operand->kind == EX_INTRINSIC || operand->was_call;
	return calls ? operand->range.begin.line : operand->range.end.line;
}

static bool is_immediate(const AsmBlock *block, int i)
{
	return block->is_immediate ? block->is_immediate[i] : expr_without_casts(block->inputs[i])->kind == EX_INT;
}

/* The line of the last operand that a register holds (of a call: its first line).  Inputs come after operands that are read and
 * written. */
static int asm_line(const Fact *fact)
{
	const AsmBlock *block = fact->site->asm_block;
	int line = 0;
	for (int i = block->n_inputs - 1; i >= 0 && !line; i--)
		line = operand_line(fact, block->inputs[i], is_immediate(block, i));
	for (int i = block->n_outputs - 1; i >= 0 && !line; i--)
		line = block->output_reads && block->output_reads[i] ? operand_line(fact, block->outputs[i], false) : 0;
	return line ? line : fact->range.begin.line;
}

int fact_line(const Fact *fact)
{
	const Expr *site = fact->site;
	if (fact->range.macro_line)
		return fact->range.macro_line;
	if (fact_is_call(fact))
		return fact->range.begin.line;
	if (site->kind == EX_ASM && site->asm_block)
		return asm_line(fact);
	/* A function is inlined into the assignment: then nvcc takes up the line that it begins with. */
	if (site->kind == EX_COPY && has_call(site))
		return fact->range.begin.line;
	if (site->kind == EX_COPY && site->arg[1]->range.macro_line)
		return site->arg[1]->range.macro_line;
	/* The range of a store, and of the load of `a[i] += …`, is the whole assignment. */
	if ((site->kind == EX_STORE || site->kind == EX_LOAD) && site->arg[0]->range.end.file == site->range.end.file)
		return site->arg[0]->range.end.line;
	return fact->range.end.line;
}

static bool is_users(const SourceSet *sources, Loc at)
{
	return at.file >= 0 && !source_is_library(sources, at.file);
}

Range user_range_of(const SourceSet *sources, Range own, const CallSite *stack)
{
	if (!source_is_library(sources, own.begin.file))
		return own;
	while (stack && !is_users(sources, stack->range.begin))
		stack = stack->caller;
	return stack ? stack->range : own;
}

Range fact_user_range(const SourceSet *sources, const Fact *fact)
{
	if (!source_is_library(sources, fact->range.begin.file))
		return fact->range;
	for (const CallSite *call = fact->stack; call; call = call->caller)
		if (is_users(sources, call->range.begin))
			return call->range;
	if (is_users(sources, fact->launch->loc))
		return (Range){ fact->launch->loc, fact->launch->loc, 0 };
	for (const CallSite *call = fact->launch->calls; call; call = call->caller)
		if (is_users(sources, call->range.begin))
			return call->range;
	return fact->range;
}
