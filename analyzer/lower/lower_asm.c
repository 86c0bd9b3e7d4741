#include "lower/lower.h"

#include <string.h>

typedef struct AsmParts {
	VEC(const Expr *) outputs, inputs;
	VEC(const Type *) types;
	VEC(bool) reads, immediate;
} AsmParts;

static void add_output(Lower *lo, AsmParts *parts, CXString constraint, CXCursor operand)
{
	LowerPlace place = lower_place(lo, operand);
	const char *text = clang_getCString(constraint);
	vec_push(lo->scratch, &parts->outputs, (const Expr *)place.addr);
	vec_push(lo->scratch, &parts->types, type_of(lo, place.type));
	vec_push(lo->scratch, &parts->reads, text && strchr(text, '+') != NULL);
}

static void collect_operands(Lower *lo, CXCursor c, AsmParts *parts)
{
	unsigned n = clang_Cursor_getGCCAssemblyNumOutputs(c);
	CXString constraint;
	CXCursor operand;
	for (unsigned i = 0; i < n; i++) {
		if (!clang_Cursor_getGCCAssemblyOutput(c, i, &constraint, &operand))
			continue;
		add_output(lo, parts, constraint, operand);
		clang_disposeString(constraint);
	}
	n = clang_Cursor_getGCCAssemblyNumInputs(c);
	for (unsigned i = 0; i < n; i++) {
		if (!clang_Cursor_getGCCAssemblyInput(c, i, &constraint, &operand))
			continue;
		const char *text = clang_getCString(constraint);
		vec_push(lo->scratch, &parts->inputs, (const Expr *)lower_value(lo, operand));
		vec_push(lo->scratch, &parts->immediate, text && strcmp(text, "n") == 0);
		clang_disposeString(constraint);
	}
}

static AsmBlock *lower_block(Lower *lo, CXCursor c)
{
	AsmParts parts = { 0 };
	collect_operands(lo, c, &parts);
	const char *text = cursor_text(lo, clang_Cursor_getGCCAssemblyTemplate(c));
	AsmBlock *block = asm_parse(lo->arena, text);
	block->outputs = arena_dup(lo->arena, parts.outputs.at, sizeof *parts.outputs.at * (size_t)parts.outputs.n);
	block->output_types = arena_dup(lo->arena, parts.types.at, sizeof *parts.types.at * (size_t)parts.types.n);
	block->output_reads = arena_dup(lo->arena, parts.reads.at, sizeof *parts.reads.at * (size_t)parts.reads.n);
	block->inputs = arena_dup(lo->arena, parts.inputs.at, sizeof *parts.inputs.at * (size_t)parts.inputs.n);
	block->is_immediate = arena_dup(lo->arena, parts.immediate.at, sizeof *parts.immediate.at * (size_t)parts.immediate.n);
	block->n_outputs = parts.outputs.n;
	block->n_inputs = parts.inputs.n;
	return block;
}

const Expr *lower_asm(Lower *lo, CXCursor c)
{
	Expr *e = make_expr(lo, EX_ASM, lo->t_void, cursor_range(lo, c));
	e->asm_block = lower_block(lo, c);
	return e;
}
