#include "ir/walk.h"
#include "rules/finding.h"

enum { SEARCH_BUDGET = 2000, SEARCH_DEPTH = 64, MAX_LOOKUPS = 48, MAX_SETTINGS = 4 };

typedef struct Search {
	int budget, depth, lookups;
} Search;

typedef bool Test(Search *search, const Expr *e);

/* The values that are assigned to a variable in its function. */
typedef struct Settings {
	const Var *var;
	const Expr *value[MAX_SETTINGS];
	int n;
} Settings;

static void note_setting(void *data, const Expr *e)
{
	Settings *settings = data;
	if (e->kind == EX_STORE && e->n_args == 2 && e->arg[0]->kind == EX_ADDR && e->arg[0]->var == settings->var &&
	    settings->n < MAX_SETTINGS)
		settings->value[settings->n++] = e->arg[1];
}

static bool any_in(Search *search, const Expr *e, Test *test);

/* Tests the values that are assigned to a local variable. */
static bool any_in_settings(Search *search, const Var *var, Test *test)
{
	Settings settings = { .var = var };
	Walk walk = { .expr = note_setting, .data = &settings };
	bool found = false;
	if (var->kind != VAR_LOCAL || !var->owner || !var->owner->body || --search->lookups < 0)
		return false;
	walk_stmt(&walk, var->owner->body);
	for (int i = 0; i < settings.n && !found; i++)
		found = any_in(search, settings.value[i], test);
	return found;
}

/* Whether the test holds for the expression or a part of it. */
static bool any_in(Search *search, const Expr *e, Test *test)
{
	if (!e || search->depth >= SEARCH_DEPTH || --search->budget < 0)
		return false;
	search->depth++;
	bool found = test(search, e);
	for (int i = 0; i < e->n_args && !found; i++)
		found = any_in(search, e->arg[i], test);
	if (e->kind == EX_ASM && e->asm_block)
		for (int i = 0; i < e->asm_block->n_inputs && !found; i++)
			found = any_in(search, e->asm_block->inputs[i], test);
	if (e->kind == EX_ADDR && e->var && !found)
		found = any_in_settings(search, e->var, test);
	search->depth--;
	return found;
}

static bool is_thread(Search *search, const Expr *e)
{
	(void)search;
	if (e->kind != EX_ADDR || !e->var)
		return false;
	if (e->var->kind == VAR_PARAM)
		return e->var->owner && e->var->owner->kind == FN_DEVICE;
	return e->var->kind == VAR_BUILTIN && e->var->builtin == BV_THREAD_IDX;
}

static bool both_vary(Search *search, const Expr *e)
{
	return e->n_args == 2 && any_in(search, e->arg[0], is_thread) && any_in(search, e->arg[1], is_thread);
}

/* a ^ b, or (a + b) % m and (a + b) & m. */
static bool is_mix(Search *search, const Expr *e)
{
	if (e->kind != EX_BINARY || e->n_args != 2)
		return false;
	if (e->op == OP_XOR)
		return both_vary(search, e);
	if (e->op != OP_REM && e->op != OP_AND)
		return false;
	const Expr *sum = expr_without_casts(e->arg[0]);
	return sum->kind == EX_BINARY && (sum->op == OP_ADD || sum->op == OP_SUB) && both_vary(search, sum);
}

/* Whether two bits of the thread index flip the same bit of the address, which only an XOR of both does. */
static bool bits_overlap(const IndexForm *index)
{
	uint64_t seen = 0;
	for (int b = 0; b < index->n_bits && b < 10; b++) {
		if (seen & index->bit[b])
			return true;
		seen |= index->bit[b];
	}
	return false;
}

/* Whether the test holds for a part of the access's address. */
static bool address_has(const Expr *site, Test *test)
{
	Search search = { .budget = SEARCH_BUDGET, .lookups = MAX_LOOKUPS };
	if (!site)
		return false;
	if ((site->kind == EX_LOAD || site->kind == EX_STORE || site->kind == EX_INTRINSIC) && site->n_args > 0)
		return any_in(&search, site->arg[0], test);
	return site->kind == EX_ASM && any_in(&search, site, test);
}

/* Whether the index combines two values that depend on the thread by XOR or a modular addition. */
static bool is_swizzled(const Fact *fact)
{
	if (fact->index.kind == INDEX_AFFINE)
		return false;
	if (fact->index.kind == INDEX_XOR && bits_overlap(&fact->index))
		return true;
	return address_has(fact->site, is_mix);
}

static bool claims(const RuleContext *context)
{
	return is_bank_conflict(context->fact) && is_swizzled(context->fact);
}

static const char *message(const RuleContext *context)
{
	return ways_message(context, "-way bank conflict in spite of the swizzle");
}

const Rule rule_smem_swizzle_no_help = {
	.name = "smem-swizzle-no-help",
	.summary = "an access conflicts although its index is swizzled",
	.explanation =
		"The index combines two values that depend on the thread by XOR or by a modular addition, as\n"
		"swizzles do, and the access conflicts nevertheless. The numbers mean the same as those of the\n"
		"rule for its kind of access.\n"
		"\n"
		"A swizzle helps only if it brings the bits that differ between lanes into those that select\n"
		"the bank: bits 2 to 6 of the byte address. One that permutes *rows* leaves the lanes that read\n"
		"a column in one bank:\n"
		"\n"
		"```cuda\n"
		"__shared__ float s[32][32];\n"
		"out[j] = s[threadIdx.x ^ threadIdx.y % 32][threadIdx.y]; // still 32-way: the column is the same in all lanes\n"
		"```\n"
		"\n"
		"and one that combines too few bits spreads the lanes over too few banks:\n"
		"\n"
		"```cuda\n"
		"s[threadIdx.x][(threadIdx.y + (threadIdx.x >> 4)) % 32]    // 16-way: two banks\n"
		"```\n"
		"\n"
		"**What to do.** Combine the *column* with all bits of the row that differ within the\n"
		"warp:\n"
		"\n"
		"```cuda\n"
		"s[threadIdx.x][threadIdx.y ^ threadIdx.x % 32]              // each lane has its own bank\n"
		"```\n"
		"\n"
		"and do the same where the tile is written. The first note says which bits of the lane number\n"
		"do not affect the bank.\n"
		"\n"
		"**What it cannot see.** Whether an XOR was meant as a swizzle: hashes and butterfly\n"
		"exchanges of two varying values are reported here too.\n",
	.severity = SEV_WARNING,
	.joins = true,
	.layout_may_help = true,
	.claims = claims,
	.message = message,
	.reason = conflict_reason,
	.remedy = conflict_remedy,
	.notes = conflict_notes,
};
