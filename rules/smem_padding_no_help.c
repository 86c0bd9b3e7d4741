#include "rules/explain.h"
#include "rules/finding.h"
#include "rules/words.h"

enum { PAD_BYTES = 32, MIN_ROW = 8 };

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

/* The last dimension is a power of two and a few elements that no access touches: how many, else 0. */
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
	/* A halo lengthens the columns as well. */
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
		 arena_printf(arena, "the rows of '%s' (%s) carry %s of padding, which no access touches", object->name, object->type->name,
			      count_of(arena, padding_of(context->kernel, object), "element")));
	cost_notes(context, diag);
}

const Rule rule_smem_padding_no_help = {
	.name = "smem-padding-no-help",
	.summary = "an access conflicts although its object is padded",
	.explanation =
		"The object's rows are a power of two and a few elements that nothing touches, as if against\n"
		"bank conflicts, and the access conflicts nevertheless. The numbers are those of the rule for\n"
		"its kind of access.\n"
		"\n"
		"Two usual reasons. The padding suits another shape of block: rows of 17 keep the 16 lanes of\n"
		"one column apart, but a 16x16 block has two columns in a warp, and the second meets the\n"
		"first.\n"
		"\n"
		"```cuda\n"
		"__shared__ float tile[16][17];             // with a 16x16 block\n"
		"tile[threadIdx.y][threadIdx.x] = in[i];    // 2-way: two rows, 17 words apart\n"
		"out[j] = tile[threadIdx.x][threadIdx.y];   // 2-way: two columns, 1 word apart\n"
		"```\n"
		"\n"
		"Or the padding is not prime to 32: rows of 36 words put every eighth lane of a column on one\n"
		"bank.\n"
		"\n"
		"**What to do.** For 4-byte elements read by columns an odd row length is right. Where no\n"
		"padding suits every access of the object, a swizzle may; for the tile above:\n"
		"\n"
		"```cuda\n"
		"__shared__ float tile[16][16];\n"
		"tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[i];\n"
		"out[j] = tile[threadIdx.x][threadIdx.y ^ threadIdx.x];\n"
		"```\n"
		"\n"
		"The notes say what was found for all accesses together.\n"
		"\n"
		"**What it cannot see.** Whether the extra elements were meant as padding. Columns that are\n"
		"longer by the same number (a tile with a halo), and extra elements that some access touches,\n"
		"are not taken for padding.\n",
	.severity = SEV_WARNING,
	.layout_may_help = true,
	.claims = claims,
	.message = message,
	.notes = notes,
};
