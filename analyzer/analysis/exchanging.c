#include "analysis/exchanging.h"

#include "eval/kernel.h"
#include "fix/prove.h"

typedef struct Exchanging {
	Arena *arena;
	const Unit *unit;
	const EvalOptions *eval;
} Exchanging;

typedef VEC(const Var *) Instances;

/* The object as the kernel's code has it: a template may have several. */
static void find_instances(Arena *arena, const KernelFacts *kernel, const Var *object, Instances *out)
{
	for (int f = 0; f < kernel->n_facts; f++) {
		const Var *var = kernel->facts[f].object;
		bool is_new = same_object(var, object);
		for (int i = 0; i < out->n && is_new; i++)
			is_new = out->at[i] != var;
		if (is_new)
			vec_push(arena, out, var);
	}
}

/* Compares the kernel as it is with what it is if the instances are exchanged. */
static void compare(const Exchanging *e, const KernelFacts *kernel, const Instances *instances, const Moved *moved, Proof *proof)
{
	const Exchange exchange = { instances->at, instances->n };
	const Remap remap = moved_remap(moved);
	EvalOptions eval = *e->eval;
	eval.digest = true;
	eval.exchange = &exchange;
	const KernelFacts after = eval_kernel(e->arena, e->unit, kernel->launch, &eval);
	eval.exchange = NULL;
	eval.remap = &remap;
	eval.cuts = &after.cuts;
	const KernelFacts before = eval_kernel(e->arena, e->unit, kernel->launch, &eval);
	prove_kernel(e->arena, proof, &before, &after, moved);
}

static const char *try_exchange(const Trial *trial, const KernelFacts *kernels, int n_kernels, const Var *object, Layout *layout)
{
	const Exchanging *e = trial->data;
	const Edits none = { 0 };
	Grid grid;
	grid_of(object, &grid);
	Layout tried = *layout;
	tried.grid = &grid;
	const Moved moved = { &object, 1, &tried, &none, NULL };
	Proof proof = { .complete = true };
	for (int k = 0; k < n_kernels && !proof.refuted; k++) {
		Instances instances = { 0 };
		find_instances(e->arena, &kernels[k], object, &instances);
		if (instances.n)
			compare(e, &kernels[k], &instances, &moved, &proof);
	}
	layout->settled = proof.settled;
	layout->settles_all = proof.settled && !proof.open;
	return proof.refuted;
}

const Trial *exchanging(Arena *arena, const Unit *unit, const EvalOptions *eval)
{
	const Exchanging e = { arena, unit, eval };
	const Trial trial = { try_exchange, arena_dup(arena, &e, sizeof e) };
	return arena_dup(arena, &trial, sizeof trial);
}
