#include "ir/walk.h"
#include "rules/finding.h"

enum { PAD_BYTES = 32, MIN_ROW = 8 };
enum { SEARCH_BUDGET = 2000, SEARCH_DEPTH = 64, MAX_LOOKUPS = 48, MAX_SETTINGS = 4 };

/* --- padding ----------------------------------------------------------------------------------- */

/* What `count` exceeds a power of two by, if that looks like padding of elements of `size` bytes. */
static int64_t excess(int64_t count, int64_t size)
{
	int64_t power = MIN_ROW;
	if (count <= MIN_ROW)
		return 0;
	while (power * 2 <= count)
		power *= 2;
	int64_t more = count - power;
	return more <= power / 4 && more * size <= PAD_BYTES ? more : 0;
}

/* Whether any known access touches the columns from `first` on. */
static bool is_touched(const KernelFacts *kernel, const Var *object, int64_t row, int64_t first)
{
	for (int f = 0; f < kernel->n_facts; f++) {
		const Fact *fact = &kernel->facts[f];
		if (fact->object != object)
			continue;
		for (int p = 0; p < fact->n_patterns; p++) {
			for (int lane = 0; lane < WARP_LANES; lane++) {
				int64_t offset = fact->patterns[p].offset[lane];
				if (!(fact->patterns[p].active >> lane & 1) || offset < 0)
					continue;
				if (offset % row + fact->bytes > first)
					return true;
			}
		}
	}
	return false;
}

int64_t shape_padding(const KernelFacts *kernel, const Var *object)
{
	if (!object || !object->type || object->type->kind != TY_ARRAY)
		return 0;
	const Type *outer = object->type, *row = outer->elem;
	while (row && row->kind == TY_ARRAY && row->elem && row->elem->kind == TY_ARRAY) {
		outer = row;
		row = row->elem;
	}
	if (!row || row->kind != TY_ARRAY || !row->elem || row->elem->size < 1 || row->size < 1)
		return 0;
	int64_t more = excess(row->count, row->elem->size);
	/* A halo lengthens the columns as well. */
	if (!more || excess(outer->count, row->elem->size) == more)
		return 0;
	return is_touched(kernel, object, row->size, (row->count - more) * row->elem->size) ? 0 : more;
}

/* --- swizzles ---------------------------------------------------------------------------------- */

typedef struct Search {
	int budget, depth, lookups;
} Search;

typedef bool Test(Search *search, const Expr *e);

/* The values that a variable is set to in its function. */
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

/* A local variable stands for what it is set to. */
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

static const Expr *without_casts(const Expr *e)
{
	while (e && e->kind == EX_CAST && e->n_args == 1)
		e = e->arg[0];
	return e;
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
	const Expr *sum = without_casts(e->arg[0]);
	return sum && sum->kind == EX_BINARY && (sum->op == OP_ADD || sum->op == OP_SUB) && both_vary(search, sum);
}

/* Whether two bits of the thread index flip one bit of the address: no permutation of bits does. */
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

/* The expressions that an access's address comes from. */
static bool address_has(const Expr *site, Test *test)
{
	Search search = { .budget = SEARCH_BUDGET, .lookups = MAX_LOOKUPS };
	if (!site)
		return false;
	if ((site->kind == EX_LOAD || site->kind == EX_STORE || site->kind == EX_INTRINSIC) && site->n_args > 0)
		return any_in(&search, site->arg[0], test);
	return site->kind == EX_ASM && any_in(&search, site, test);
}

bool shape_is_swizzled(const Fact *fact)
{
	if (fact->index.kind == INDEX_AFFINE)
		return false;
	if (fact->index.kind == INDEX_XOR && bits_overlap(&fact->index))
		return true;
	return address_has(fact->site, is_mix);
}
