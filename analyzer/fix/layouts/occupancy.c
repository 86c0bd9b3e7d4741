#include "fix/layouts/occupancy.h"

#include "fix/layouts/layout.h"

bool uses_object(const KernelFacts *kernel, const Var *object)
{
	for (int f = 0; f < kernel->n_facts; f++)
		if (kernel->facts[f].object == object)
			return true;
	return false;
}

bool uses_instance(const KernelFacts *kernel, const Var *object)
{
	for (int f = 0; f < kernel->n_facts; f++)
		if (same_object(kernel->facts[f].object, object))
			return true;
	return false;
}

int64_t static_shared_bytes(const KernelFacts *kernel)
{
	int64_t sum = 0;
	for (int f = 0; f < kernel->n_facts; f++) {
		const Var *var = kernel->facts[f].object;
		bool is_new = var && var->kind == VAR_SHARED && var->type && var->type->size > 0;
		for (int g = 0; g < f && is_new; g++)
			is_new = kernel->facts[g].object != var;
		sum += is_new ? var->type->size : 0;
	}
	return sum;
}

/* -1: not known. */
static int64_t dynamic_bytes(const KernelFacts *kernel)
{
	bool is_used = false;
	for (int f = 0; f < kernel->n_facts; f++)
		is_used |= !kernel->facts[f].object || kernel->facts[f].object->kind == VAR_DYNAMIC;
	return kernel->launch->dynamic_bytes < 0 && !is_used ? 0 : kernel->launch->dynamic_bytes;
}

static int least(int64_t a, int64_t b)
{
	return (int)(a < b ? a : b);
}

int occupancy_blocks(int arch, int threads, int64_t shared)
{
	const Arch *known = arch_find(arch);
	int64_t warps = (threads + 31) / 32;
	if (!known || warps < 1)
		return 0;
	int64_t share = (shared + known->reserved + known->piece - 1) / known->piece * known->piece;
	int by_threads = least(known->blocks_per_sm, known->threads_per_sm / 32 / warps);
	return share ? least(by_threads, known->shared_per_sm / share) : by_threads;
}

static bool is_one_of(const Var *const *objects, int n, const Var *var)
{
	for (int i = 0; i < n; i++)
		if (same_object(var, objects[i]))
			return true;
	return false;
}

int64_t occupancy_extra(const KernelFacts *kernel, const Var *const *objects, int n_objects, const Layout *layout)
{
	int64_t sum = 0;
	for (int f = 0; f < kernel->n_facts; f++) {
		const Var *var = kernel->facts[f].object;
		Grid grid;
		bool is_new = is_one_of(objects, n_objects, var) && grid_like(layout->grid, var, &grid);
		for (int g = 0; g < f && is_new; g++)
			is_new = kernel->facts[g].object != var;
		const int64_t extra = is_new ? layout_extra_bytes(&grid, layout) : 0;
		sum += extra == EXTRA_UNKNOWN ? 0 : extra;
	}
	return sum;
}

static Occupancy of_kernel(const KernelFacts *kernel, int arch, int64_t extra)
{
	int64_t dynamic = dynamic_bytes(kernel), shared = static_shared_bytes(kernel) + dynamic;
	const int *block = kernel->launch->block;
	if (dynamic < 0 || kernel->launch->from == BLOCK_ASSUMED || kernel->failed)
		return (Occupancy){ 0, 0 };
	int threads = block[0] * block[1] * block[2];
	return (Occupancy){ occupancy_blocks(arch, threads, shared), occupancy_blocks(arch, threads, shared + extra) };
}

static bool uses_any(const KernelFacts *kernel, const Var *const *objects, int n)
{
	for (int i = 0; i < n; i++)
		if (uses_instance(kernel, objects[i]))
			return true;
	return false;
}

Occupancy occupancy_of(const KernelFacts *kernels, int n_kernels, const Var *const *objects, int n_objects, int arch, const Layout *layout)
{
	Occupancy worst = { 0, 0 };
	for (int k = 0; k < n_kernels; k++) {
		if (!uses_any(&kernels[k], objects, n_objects))
			continue;
		Occupancy o = of_kernel(&kernels[k], arch, occupancy_extra(&kernels[k], objects, n_objects, layout));
		if (o.before && (!worst.before || (int64_t)o.after * worst.before < (int64_t)worst.after * o.before))
			worst = o;
	}
	return worst;
}
