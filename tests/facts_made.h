/* Facts made by hand, from a function of the thread: for tests of what stands behind the evaluator.
 * Everything lives in `arena`; the costs come from the hardware model. */
#ifndef SMEMLINT_TESTS_FACTS_MADE_H
#define SMEMLINT_TESTS_FACTS_MADE_H

#include <string.h>

#include "eval/facts/facts.h"

typedef int64_t OffsetOf(int x, int y); /* bytes; negative: the lane takes no part */

typedef struct Made {
	Arena *arena;
	SourceSet sources;
	Unit unit;
	Func kernel;
	LaunchShape launch;
	VEC(Fact) facts;
	KernelFacts kernel_facts;
} Made;

/* The offset is that of a text whose lines are longer than all columns. */
static inline Loc made_loc(int line, int column)
{
	return (Loc){ .file = 0, .line = line, .column = column, .offset = 1000 * (size_t)line + (size_t)column };
}

static inline Made *made_new(Arena *arena, const char *source, int block_x, int block_y)
{
	Made *made = arena_new_of(arena, Made);
	made->arena = arena;
	made->sources.arena = arena;
	source_add(&made->sources, "made.cu", false);
	source_set_text(&made->sources, 0, source, strlen(source));
	made->unit.sources = &made->sources;
	made->kernel = (Func){ .name = "k", .base_name = "k", .mangled = "_Z1kPf", .kind = FN_KERNEL, .loc = made_loc(1, 17) };
	made->launch = (LaunchShape){
		.kernel = &made->kernel, .block = { block_x, block_y, 1 }, .grid = { 1, 1, 1 }, .from = BLOCK_LAUNCH, .loc = made_loc(6, 2)
	};
	return made;
}

static inline const Type *made_scalar(Arena *arena, TypeKind kind, const char *name, int64_t size)
{
	Type *type = arena_new_of(arena, Type);
	*type = (Type){ .kind = kind, .size = size, .align = size, .name = name };
	return type;
}

static inline const Type *made_array(Arena *arena, const Type *elem, int64_t count)
{
	Type *type = arena_new_of(arena, Type);
	*type = (Type){ .kind = TY_ARRAY,
			.elem = elem,
			.count = count,
			.align = elem->align,
			.size = count < 0 ? -1 : count * elem->size,
			.name = "array" };
	return type;
}

static inline const Var *made_shared(Made *made, const char *name, const Type *type)
{
	Var *var = arena_new_of(made->arena, Var);
	*var = (Var){ .name = name,
		      .type = type,
		      .kind = type->count < 0 ? VAR_DYNAMIC : VAR_SHARED,
		      .owner = &made->kernel,
		      .loc = made_loc(2, 19) };
	return var;
}

static inline bool made_same(const WarpPattern *a, const WarpPattern *b)
{
	return a->active == b->active && !memcmp(a->offset, b->offset, sizeof a->offset);
}

/* Adds an access; the caller may change the fact that is returned before made_facts(). */
static inline Fact *made_add(Made *made, const Var *object, BankOp op, int bytes, OffsetOf *offset_of)
{
	Fact fact = { .range = { made_loc(4, 11), made_loc(4, 42), 0 },
		      .launch = &made->launch,
		      .arch = arch_model(MEASURED_ARCH),
		      .object = object,
		      .op = op,
		      .kind = bank_op_kind(op),
		      .bytes = bytes,
		      .written = bytes,
		      .parts = 1,
		      .count_known = true,
		      .reason_loc = LOC_NONE };
	int threads = made->launch.block[0] * made->launch.block[1];
	WarpPattern *patterns = arena_array(made->arena, WarpPattern, MAX_PATTERNS);
	for (int warp = 0; warp * WARP_LANES < threads; warp++) {
		WarpRequest request = { .op = op, .bytes = bytes };
		WarpPattern pattern = { .count = 1, .warp = warp };
		for (int lane = 0; lane < WARP_LANES && warp * WARP_LANES + lane < threads; lane++) {
			int thread = warp * WARP_LANES + lane;
			int64_t at = offset_of(thread % made->launch.block[0], thread / made->launch.block[0]);
			if (at < 0)
				continue;
			request.active |= UINT32_C(1) << lane;
			request.offset[lane] = pattern.offset[lane] = at;
		}
		if (!request.active)
			continue;
		pattern.active = request.active;
		pattern.cost = bank_cost(fact.arch, &request);
		fact.warps++;
		fact.wavefronts += pattern.cost.wavefronts;
		fact.ideal += pattern.cost.ideal;
		fact.profiled += pattern.cost.profiled;
		if (!fact.worst.active || pattern.cost.wavefronts - pattern.cost.ideal > fact.worst.cost.wavefronts - fact.worst.cost.ideal)
			fact.worst = pattern;
		int p = 0;
		while (p < fact.n_patterns && !made_same(&patterns[p], &pattern))
			p++;
		if (p < fact.n_patterns)
			patterns[p].count++;
		else if (fact.n_patterns < MAX_PATTERNS)
			patterns[fact.n_patterns++] = pattern;
		else
			fact.more_patterns = true;
	}
	fact.patterns = patterns;
	vec_push(made->arena, &made->facts, fact);
	return &made->facts.at[made->facts.n - 1];
}

static inline void made_affine(Fact *fact, int64_t x, int64_t y, const char *text)
{
	fact->index = (IndexForm){ .kind = INDEX_AFFINE, .unit = fact->bytes, .coef = { x, y, 0 }, .text = text };
}

static inline const KernelFacts *made_facts(Made *made)
{
	made->kernel_facts =
		(KernelFacts){ .launch = &made->launch, .facts = made->facts.at, .n_facts = made->facts.n, .failed_loc = LOC_NONE };
	return &made->kernel_facts;
}

#endif
