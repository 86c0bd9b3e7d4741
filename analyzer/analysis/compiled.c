#include "analysis/compiled.h"

#include <string.h>

#include "base/mangled.h"
#include "ptx/ptx.h"

static const Func *kernel_in(const Unit *unit, const Func *kernel)
{
	for (int i = 0; kernel && kernel->mangled && i < unit->n_kernels; i++)
		if (mangled_same(unit->kernels[i]->mangled, kernel->mangled))
			return unit->kernels[i];
	return NULL;
}

/* The source's launches of the kernels that the unit has. */
static void take_launches(Arena *arena, const Unit *unit, const LaunchShapes *launches, LaunchShapes *out)
{
	for (int i = 0; i < launches->n; i++) {
		LaunchShape shape = launches->at[i];
		shape.kernel = kernel_in(unit, shape.kernel);
		if (shape.kernel)
			vec_push(arena, out, shape);
	}
}

/* Its `// smemlint:` comments. */
static void take_directives(Arena *arena, const Unit *source, Unit *unit)
{
	Directive *directives = arena_array(arena, Directive, source->n_directives + 1);
	for (int i = 0; i < source->n_directives; i++) {
		directives[i] = source->directives[i];
		directives[i].func = kernel_in(unit, directives[i].func);
	}
	unit->directives = directives;
	unit->n_directives = source->n_directives;
}

static Unit *parse(Arena *arena, const AnalyzeOptions *options, const Unit *source)
{
	const PtxOptions ptx = {
		.file = arena_printf(arena, "%s.ptx", options->file),
		.text = options->code->ptx,
		.arch = options->arch,
		.source = source,
	};
	Unit *unit = ptx_parse(arena, &ptx);
	take_directives(arena, source, unit);
	return unit;
}

static bool same_kernel(const KernelFacts *a, const KernelFacts *b)
{
	return !memcmp(a->launch->block, b->launch->block, sizeof a->launch->block) && a->launch->kernel->mangled &&
	       mangled_same(a->launch->kernel->mangled, b->launch->kernel->mangled);
}

static bool has_kernel(const FactsList *kernels, const KernelFacts *kernel)
{
	for (int i = 0; i < kernels->n; i++)
		if (same_kernel(&kernels->at[i], kernel))
			return true;
	return false;
}

void compiled_run(Arena *arena, const AnalyzeOptions *options, const Unit *source, const LaunchShapes *launches, FactsList *kernels,
		  CodeComparison *out)
{
	LaunchShapes own = { 0 };
	KernelResults compiled = { 0 };
	const char *by = options->code->by;
	const Unit *unit = parse(arena, options, source);
	if (unit->unusable)
		return;
	take_launches(arena, unit, launches, &own);
	kernels_run(arena, unit, &own, options, &compiled);
	const int n = kernels->n;
	for (int i = 0; i < compiled.facts.n; i++) {
		const KernelFacts *one = &compiled.facts.at[i];
		for (int k = 0; k < n; k++)
			if (same_kernel(&kernels->at[k], one))
				kernels->at[k] = code_complete(arena, source, by, &kernels->at[k], one, out);
		if (!has_kernel(kernels, one))
			vec_push(arena, kernels, code_adopt(arena, source, by, one));
	}
}
