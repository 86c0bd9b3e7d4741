#include "rules/finding.h"
#include "rules/plain.h"
#include "rules/words.h"

enum { CACHE_LINE = 128 };

static bool is_move(const Fact *fact)
{
	return fact->kind == ACCESS_LOAD || fact->kind == ACCESS_STORE || fact->kind == ACCESS_CP_ASYNC;
}

/* The costliest request alone takes more than it must; else only the mix of branches that a warp may take does. */
static bool request_is_slow(const Fact *fact)
{
	return fact->worst.cost.wavefronts > fact->worst.cost.ideal;
}

static bool claims(const RuleContext *context)
{
	const Fact *fact = context->fact;
	if (waits_for_lines(fact))
		return fact->worst.cost.exact && request_is_slow(fact);
	const bool is_priced = fact->certainty == CERTAINTY_EXACT || fact->certainty == CERTAINTY_BOUND;
	return is_priced && fact->worst.cost.exact && is_move(fact) && fact->wavefronts > fact->ideal && !is_bank_conflict(fact);
}

/* The fact's own numbers are those of rows that begin with a line; the worst is where none does. */
static const char *lines_message(Arena *arena, const Fact *fact)
{
	const BankCost *worst = &fact->worst.cost;
	const char *what = access_words(arena, fact), *on = fact->symbol ? runtime_words(arena, fact) : "where cache lines begin";
	const int64_t warps = fact->warps ? fact->warps : 1;
	const int usual = (int)((fact->wavefronts + warps - 1) / warps), ideal = (int)((fact->ideal + warps - 1) / warps);
	if (!fact->is_usual || usual >= worst->wavefronts)
		return arena_printf(arena, "up to %s where %d would do, depending on %s, without a bank conflict: %s",
				    count_of(arena, worst->wavefronts, "wavefront"), worst->ideal, on, what);
	return arena_printf(arena, "up to %s where %d would do, usually %d, depending on %s, without a bank conflict: %s",
			    count_of(arena, worst->wavefronts, "wavefront"), ideal, usual, on, what);
}

static const char *message(const RuleContext *context)
{
	Arena *arena = context->arena;
	const Fact *fact = context->fact;
	const BankCost *worst = &fact->worst.cost;
	const char *up_to = fact->certainty != CERTAINTY_EXACT || !worst->exact ? "up to " : "", *what = access_words(arena, fact);
	if (waits_for_lines(fact))
		return lines_message(arena, fact);
	if (!request_is_slow(fact))
		return arena_printf(arena, "up to %lld wavefronts of all warps where %lld would do: %s", (long long)fact->wavefronts,
				    (long long)fact->ideal, what);
	return arena_printf(arena, "%s%s where %d would do, without a bank conflict: %s", up_to,
			    count_of(arena, worst->wavefronts, "wavefront"), worst->ideal, what);
}

/* Cache lines of global memory that the lanes of the costliest request copy from. */
static int source_lines(const Fact *fact)
{
	const WarpRequest request = warp_request(&fact->worst, fact->op, fact->bytes);
	int64_t lines[WARP_LANES];
	int n = 0;
	for (uint32_t m = request.active; m; m &= m - 1) {
		const int64_t line = request.source[__builtin_ctz(m)] / CACHE_LINE;
		int i = 0;
		while (i < n && lines[i] != line)
			i++;
		lines[i] = line;
		n += i == n;
	}
	return n;
}

static const char *idle_words(Arena *arena, const Fact *fact)
{
	const int lanes = BANKS * BANK_BYTES / fact->bytes, active = __builtin_popcount(fact->worst.active);
	if (lanes >= WARP_LANES || active == WARP_LANES)
		return NULL;
	return arena_printf(arena, "accesses of %d bytes are served %d lanes at a time, also where few of them are active: %d of 32 are",
			    fact->bytes, lanes, active);
}

/* NULL: they copy from one. */
static const char *lines_words(Arena *arena, const Fact *fact)
{
	const int lines = fact->kind == ACCESS_CP_ASYNC ? source_lines(fact) : 0;
	if (lines <= 1)
		return NULL;
	return arena_printf(arena,
			    fact->certainty == CERTAINTY_EXACT ? "the lanes copy from %d cache lines of global memory"
							       : "the lanes may copy from up to %d cache lines of global memory",
			    lines);
}

static const char *reason(const RuleContext *context)
{
	const Fact *fact = context->fact;
	const char *cases = case_words(context->arena, fact), *lines = lines_words(context->arena, fact);
	if (cases)
		return cases;
	const char *why = lines                   ? arena_printf(context->arena, "%s, in any layout", lines)
			  : request_is_slow(fact) ? idle_words(context->arena, fact)
						  : NULL;
	return why ? arena_printf(context->arena, "%s%s", why, plain_bound(context->arena, fact)) : NULL;
}

static void notes(const RuleContext *context, Diag *diag)
{
	Arena *arena = context->arena;
	const Fact *fact = context->fact;
	const char *lines = lines_words(arena, fact);
	note_add(arena, diag, range_none, case_words(arena, fact));
	if (lines)
		note_add(arena, diag, range_none, arena_printf(arena, "%s, in any layout of the destination", lines));
	else if (request_is_slow(fact))
		note_add(arena, diag, range_none, idle_words(arena, fact));
	note_reason(arena, diag, fact);
}

const Rule rule_smem_extra_wavefronts = {
	.name = "smem-extra-wavefronts",
	.summary = "an access that takes more wavefronts than its bytes need, though no lanes share a bank",
	.explanation =
		"A profiler shows these as wavefronts above the ideal, but no lanes are in each other's way in a bank,\n"
		"and no other layout helps. There are three causes:\n"
		"\n"
		"- An asynchronous copy (`cp.async`) takes a wavefront for each cache line of global memory that its\n"
		"  lanes copy from. Where the launch does not tell how far apart rows are, or where they begin, the usual\n"
		"  number is said, too: that of rows that begin with a line.\n"
		"- Accesses of 16 bytes are served 8 lanes at a time, those of 8 bytes 16 at a time. If only a few lanes\n"
		"  of each group are active, there are as many wavefronts as if all were.\n"
		"- nvcc may make one access of those at the end of both branches of a condition. Lanes of both then\n"
		"  access memory together, and only then conflict.\n"
		"\n"
		"```cuda\n"
		"float4 *row = (float4 *)&tile[threadIdx.y][0];  // 16 columns, a block of 16x16\n"
		"if (threadIdx.x < 4)                            // lanes 0 to 3 and 16 to 19\n"
		"\trow[threadIdx.x] = in[threadIdx.x];         // 2 wavefronts, where 8 lanes in a row take 1\n"
		"```\n"
		"\n"
		"This is a note, no warning.\n"
		"\n"
		"**What to do.** Let neighbouring lanes copy neighbouring words: number the threads anew\n"
		"(`int i = threadIdx.y * blockDim.x + threadIdx.x; row = i / 4, column = i % 4`), so that the active lanes\n"
		"are next to each other and copy from as few lines as possible.\n"
		"\n"
		"**What it cannot see.** Whether it matters: such an access often is a small part of a kernel's.\n",
	.severity = SEV_NOTE,
	.joins = true,
	.claims = claims,
	.message = message,
	.reason = reason,
	.notes = notes,
};
