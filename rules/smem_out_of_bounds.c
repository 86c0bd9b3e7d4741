#include "rules/finding.h"

#include <string.h>

#include "base/buf.h"
#include "rules/words.h"

#define FAR ((int64_t)1 << 60)

/* A lane that surely accesses bytes outside the object. */
typedef struct Stray {
	const WarpPattern *pattern; /* NULL: none does */
	uint32_t lanes;   /* those of this request that do */
	int lane;         /* of them, the one that is farthest out … */
	int64_t offset;   /* … the first byte that it accesses there … */
	int64_t beyond;   /* … and how far it is out: from the object's end, or negative from its beginning */
	int64_t size;     /* of the object, in bytes */
} Stray;

/* -1: not known.  Dynamic shared memory is as large as the launch says. */
static int64_t size_of(const Fact *fact)
{
	const Type *type = fact->object ? fact->object->type : NULL;
	if (!type)
		return -1;
	if (fact->object->kind == VAR_DYNAMIC)
		return fact->launch->dynamic_bytes > 0 ? fact->launch->dynamic_bytes : -1;
	return type->size > 0 ? type->size : -1;
}

/* Whether the kernel surely runs with this block, and so often that the access is reached. */
static bool is_certain(const Fact *fact)
{
	const BlockFrom from = fact->launch->from;
	return fact->certainty == CERTAINTY_EXACT && fact->count_known && from != BLOCK_ASSUMED && from != BLOCK_BOUNDS;
}

/* By how much the bytes [offset, offset + n) are outside of [0, size), FAR at most; 0: they are inside. */
static int64_t beyond(int64_t offset, int64_t n, int64_t size)
{
	offset = offset < -FAR ? -FAR : offset > FAR ? FAR : offset;
	return offset < 0 ? offset : offset > size - n ? offset + n - size : 0;
}

static int64_t magnitude(int64_t n)
{
	return n < 0 ? -n : n;
}

static void look(const Fact *fact, const WarpPattern *pattern, Stray *stray)
{
	const WarpRequest request = warp_request(pattern, fact->op, fact->bytes);
	const BankMap map = bank_map(fact->arch, &request);
	Stray here = { .pattern = pattern, .size = stray->size };
	for (int lane = 0; lane < WARP_LANES && !pattern->floating; lane++) {
		const int64_t out = map.phase[lane] < 0 ? 0 : beyond(pattern->offset[lane], fact->bytes, stray->size);
		if (!out)
			continue;
		here.lanes |= UINT32_C(1) << lane;
		if (magnitude(out) > magnitude(here.beyond)) {
			here.lane = lane;
			here.offset = pattern->offset[lane];
			here.beyond = out;
		}
	}
	if (magnitude(here.beyond) > magnitude(stray->beyond))
		*stray = here;
}

/* Of requests that nvcc merged the bytes are those of all their accesses. */
static Stray stray_of(const Fact *fact)
{
	Stray stray = { .size = is_certain(fact) ? size_of(fact) : -1 };
	const bool is_whole = fact->bytes <= fact->written || fact->parts == (1u << fact->bytes / fact->written) - 1;
	for (int p = 0; stray.size > 0 && is_whole && p < fact->n_patterns; p++)
		look(fact, &fact->patterns[p], &stray);
	return stray;
}

static bool claims(const RuleContext *context)
{
	return stray_of(context->fact).pattern;
}

static const char *message(const RuleContext *context)
{
	const Fact *fact = context->fact;
	const Stray stray = stray_of(fact);
	const int n = __builtin_popcount(stray.lanes);
	const char *far = stray.beyond < 0 ? "before its beginning" : "past its end";
	return arena_printf(context->arena, "%s out of bounds: %s reaches up to %lld bytes %s", count_of(context->arena, n, "lane"),
			    access_words(context->arena, fact), (long long)magnitude(stray.beyond), far);
}

/* "(3, 1)" or "35": the thread in its block. */
static void print_thread(Buf *out, const int block[3], int thread)
{
	const int x = thread % block[0], y = thread / block[0] % block[1], z = thread / block[0] / block[1];
	if (block[2] > 1)
		buf_printf(out, "(%d, %d, %d)", x, y, z);
	else if (block[1] > 1)
		buf_printf(out, "(%d, %d)", x, y);
	else
		buf_printf(out, "%d", x);
}

/* "tile[16][0]", or nothing for what is no array of elements. */
static bool print_element(Buf *out, const Fact *fact, int64_t offset)
{
	Grid grid;
	if (!fact->object->name || !grid_of(fact->object, &grid) || offset < 0)
		return false;
	int64_t index[MAX_DIMS], at = offset / grid.elem;
	for (int d = grid.n_dims - 1; d > 0 && !grid.is_flat; d--) {
		index[d] = at % grid.dim[d];
		at /= grid.dim[d];
	}
	index[0] = at;
	buf_printf(out, "%s%s%s", fact->object->name, grid.member ? "." : "", grid.member ? grid.member->name : "");
	for (int d = 0; d < (grid.is_flat ? 1 : grid.n_dims); d++)
		buf_printf(out, "[%lld]", (long long)index[d]);
	return true;
}

static const char *reason(const RuleContext *context)
{
	const Fact *fact = context->fact;
	const Stray stray = stray_of(fact);
	Buf out = { 0 };
	if (stray.pattern->iteration > 0)
		buf_printf(&out, "in iteration %lld ", (long long)stray.pattern->iteration + 1);
	buf_puts(&out, "thread ");
	print_thread(&out, fact->launch->block, stray.pattern->warp * WARP_LANES + stray.lane);
	buf_puts(&out, " uses ");
	if (print_element(&out, fact, stray.offset))
		buf_printf(&out, ", bytes %lld to %lld", (long long)stray.offset, (long long)stray.offset + fact->bytes - 1);
	else
		buf_printf(&out, "bytes %lld to %lld", (long long)stray.offset, (long long)stray.offset + fact->bytes - 1);
	buf_printf(&out, " of %lld", (long long)stray.size);
	const char *text = arena_strdup(context->arena, out.s);
	buf_free(&out);
	return text;
}

static const char *remedy(const RuleContext *context)
{
	const Fact *fact = context->fact;
	const Stray stray = stray_of(fact);
	if (stray.beyond < 0)
		return "let only the threads access it whose index is not negative";
	if (fact->object->kind == VAR_DYNAMIC)
		return arena_printf(context->arena, "launch with at least %lld bytes of dynamic shared memory, or leave these threads out",
				    (long long)(stray.size + stray.beyond));
	return arena_printf(context->arena, "make the object at least %lld bytes large, or leave these threads out by a condition",
			    (long long)(stray.size + stray.beyond));
}

static void notes(const RuleContext *context, Diag *diag)
{
	note_add(context->arena, diag, range_none, reason(context));
	note_add(context->arena, diag, range_none, remedy(context));
}

const Rule rule_smem_out_of_bounds = {
	.name = "smem-out-of-bounds",
	.summary = "lanes access shared memory outside of the object",
	.explanation =
		"Lanes surely access bytes before or behind the shared object: those of another object, or none of the\n"
		"block's. The result is wrong, or the kernel ends with an error.\n"
		"\n"
		"```cuda\n"
		"__shared__ float s[256];\n"
		"s[threadIdx.x + 1] = in[i];                // with 256 threads: thread 255 writes s[256]\n"
		"```\n"
		"\n"
		"It is an error, and reported only where it is certain: the block is that of a launch (or said in a\n"
		"comment, by `--block` or in the configuration), every lane's address is known, and so is which lanes\n"
		"take part and that the access is reached. Dynamic shared memory is as large as the launch says.\n"
		"\n"
		"**What to do.** Make the object larger, or let fewer threads access it:\n"
		"\n"
		"```cuda\n"
		"__shared__ float s[256 + 1];\n"
		"```\n"
		"\n"
		"**What it cannot see.** An index that leaves a row but not the object (`tile[0][40]` of a\n"
		"`tile[32][32]`), parts of one piece of dynamic memory that are used as several arrays, and what\n"
		"depends on data, on arguments that are not known, or on the block's number.\n",
	.severity = SEV_ERROR,
	.joins = true,
	.claims = claims,
	.message = message,
	.reason = reason,
	.remedy = remedy,
	.notes = notes,
};
