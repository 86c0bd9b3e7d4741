#include "examine/repeats.h"

#include "base/buf.h"
#include "base/hash.h"

static void print_place(Buf *out, const Unit *unit, Loc at)
{
	buf_printf(out, "%s:%d:%d ", source_path(unit->sources, at.file), at.line, at.column);
}

uint64_t repeats_key(const Unit *unit, const Fact *fact)
{
	if (fact->range.begin.file == unit->main_file)
		return 0;
	const LaunchShape *launch = fact->launch;
	Buf text = { 0 };
	print_place(&text, unit, fact->range.begin);
	print_place(&text, unit, fact->range.end);
	for (const CallSite *call = fact->stack; call; call = call->caller)
		print_place(&text, unit, call->range.begin);
	buf_printf(&text, "%s %d,%d,%d %d %d %d %u ", launch->kernel->mangled, launch->block[0], launch->block[1], launch->block[2],
		   (int)fact->op, (int)fact->kind, fact->bytes, fact->parts);
	buf_printf(&text, "%lld %lld %lld %d %d %d %s", (long long)fact->warps, (long long)fact->wavefronts, (long long)fact->ideal,
		   (int)fact->certainty, (int)fact->reason, fact->count_known, fact->symbol ? fact->symbol : "");
	for (int i = 0; i < fact->n_cases; i++)
		buf_printf(&text, " %lld", (long long)fact->cases[i].residue);
	uint64_t h = hash_short(text.s, text.n);
	buf_free(&text);
	return h ? h : 1;
}

static bool was_seen(const Repeats *repeats, int n, uint64_t key)
{
	for (int i = 0; i < n; i++)
		if (repeats->seen.at[i] == key)
			return true;
	return false;
}

int repeats_begin(const Repeats *repeats)
{
	return repeats->seen.n;
}

bool repeats_has(Repeats *repeats, int before, uint64_t key)
{
	if (!key)
		return false;
	if (was_seen(repeats, before, key))
		return true;
	vec_push(repeats->arena, &repeats->seen, key);
	return false;
}

static KernelFacts drop_known(Repeats *repeats, Arena *arena, const Unit *unit, KernelFacts kernel, int before)
{
	Fact *facts = arena_array(arena, Fact, kernel.n_facts + 1);
	int kept = 0;
	for (int i = 0; i < kernel.n_facts; i++)
		if (!repeats_has(repeats, before, repeats_key(unit, &kernel.facts[i])))
			facts[kept++] = kernel.facts[i];
	kernel.facts = facts;
	kernel.n_facts = kept;
	return kernel;
}

const Analysis *repeats_drop(Repeats *repeats, Arena *arena, const Analysis *analysis)
{
	Analysis *out = arena_dup(arena, analysis, sizeof *analysis);
	const int before = repeats_begin(repeats);
	out->kernels.at = arena_dup(arena, analysis->kernels.at, sizeof *analysis->kernels.at * (size_t)analysis->kernels.n);
	for (int i = 0; i < out->kernels.n; i++)
		out->kernels.at[i] = drop_known(repeats, arena, analysis->unit, out->kernels.at[i], before);
	return out;
}
