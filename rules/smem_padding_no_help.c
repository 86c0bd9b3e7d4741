#include "rules/explain.h"
#include "rules/finding.h"
#include "rules/words.h"

enum { PAD_BYTES = 32, MIN_ROW = 8 };

/* By how much `count` exceeds a power of two, if that may be padding by elements of `size` bytes; else 0. */
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

/* Whether any known access uses bytes of a row (of `row` bytes) from the offset `first` on. */
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

/* The elements by which the last dimension exceeds a power of two, if there are few and no access uses them; else 0. */
static int64_t padding_of(const KernelFacts *kernel, const Var *object)
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
	/* A halo, which is no padding, lengthens the columns as well. */
	if (!more || excess(outer->count, row->elem->size) == more)
		return 0;
	return is_touched(kernel, object, row->size, (row->count - more) * row->elem->size) ? 0 : more;
}

static bool claims(const RuleContext *context)
{
	return is_bank_conflict(context->fact) && padding_of(context->kernel, context->fact->object);
}

static const char *message(const RuleContext *context)
{
	return ways_message(context, "-way bank conflict in spite of the padding");
}

static void notes(const RuleContext *context, Diag *diag)
{
	Arena *arena = context->arena;
	const Var *object = context->fact->object;
	note_add(arena, diag, range_none, explain_form(arena, context->fact));
	note_add(arena, diag, range_none,
		 arena_printf(arena, "%s of padding in each row of '%s' (%s), which no access uses",
			      count_of(arena, padding_of(context->kernel, object), "element"), object->name, object->type->name));
	cost_notes(context, diag);
}

const Rule rule_smem_padding_no_help = {
	.name = "smem-padding-no-help",
	.summary = "an access conflicts although its object is padded",
	.explanation =
		"The object's rows are a few elements longer than a power of two, and no access uses these: they\n"
		"are padding. The access conflicts nevertheless. The numbers mean the same as those of the rule\n"
		"for its kind of access.\n"
		"\n"
		"There are two usual reasons. Either the padding suits another shape of block: rows of 17 keep the 16 lanes of\n"
		"one column apart, but a 16x16 block has two columns in a warp, and the second conflicts with\n"
		"the first.\n"
		"\n"
		"```cuda\n"
		"__shared__ float tile[16][17];             // with a 16x16 block\n"
		"tile[threadIdx.y][threadIdx.x] = in[i];    // 2-way: two rows, 17 words apart\n"
		"out[j] = tile[threadIdx.x][threadIdx.y];   // 2-way: two columns, 1 word apart\n"
		"```\n"
		"\n"
		"Or the row length shares a factor with 32: with rows of 36 words every eighth lane of a column\n"
		"uses the same bank.\n"
		"\n"
		"**What to do.** For 4-byte elements that are read by columns, make the row length odd. Where\n"
		"no padding suits every access of the object, a swizzle may; for the tile above:\n"
		"\n"
		"```cuda\n"
		"__shared__ float tile[16][16];\n"
		"tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[i];\n"
		"out[j] = tile[threadIdx.x][threadIdx.y ^ threadIdx.x];\n"
		"```\n"
		"\n"
		"The notes give the layout that is best for all accesses together.\n"
		"\n"
		"**What it cannot see.** Whether the extra elements were meant as padding. Columns that are\n"
		"longer by the same number (a tile with a halo), and extra elements that an access uses,\n"
		"are not taken for padding.\n",
	.severity = SEV_WARNING,
	.joins = true,
	.layout_may_help = true,
	.claims = claims,
	.message = message,
	.reason = conflict_reason,
	.remedy = conflict_remedy,
	.notes = notes,
};
