/* Arrays with one dimension of which each thread uses a row of its own: with their elements interleaved, neighbouring threads use
 * neighbouring banks whatever the row's length is. */
#include "rules/explain.h"

enum { FEWEST_ELEMENTS = 2, MOST_FACTS = 256 /* each conflict looks at all accesses */ };

typedef struct OwnRows {
	int64_t row;      /* bytes */
	int64_t elements; /* of a row */
	int threads;
} OwnRows;

/* The element's size of an array with one dimension; 0: it is none. */
static int64_t element_size(const Var *object)
{
	const Type *type = object ? object->type : NULL;
	const bool is_array = type && type->kind == TY_ARRAY && type->elem && type->elem->kind != TY_ARRAY;
	return is_array && type->elem->size > 0 ? type->elem->size : 0;
}

static bool stays_in_rows(const Fact *fact, const WarpPattern *pattern, int64_t row)
{
	if (pattern->floating)
		return false;
	for (int lane = 0; lane < WARP_LANES; lane++) {
		if (!(pattern->active >> lane & 1))
			continue;
		const int64_t begin = (pattern->warp * WARP_LANES + lane) * row, at = pattern->offset[lane];
		if (at < begin || at > begin + row - fact->bytes)
			return false;
	}
	return true;
}

/* Whether each thread is in its own row; false also if something is not known.  Requests that are part of others have no patterns. */
static bool uses_own_rows(const Fact *fact, int64_t row)
{
	bool is = (fact->certainty == CERTAINTY_EXACT || fact->certainty == CERTAINTY_BOUND) && !fact->more_patterns;
	for (int p = 0; p < fact->n_patterns && is; p++)
		is = stays_in_rows(fact, &fact->patterns[p], row);
	return is;
}

/* Whether the object has a row for each thread: else threads of other warps share them. */
static bool has_rows(const Fact *fact, const OwnRows *rows)
{
	const bool is_dynamic = fact->object->kind == VAR_DYNAMIC;
	const int64_t size = is_dynamic ? fact->launch->dynamic_bytes : fact->object->type->size;
	return size >= rows->row * rows->threads;
}

/* False also if an access may be to any object. */
static bool find_own_rows(const KernelFacts *kernel, const Fact *fact, OwnRows *out)
{
	const int64_t size = element_size(fact->object);
	const int *block = fact->launch->block;
	int64_t row = 0;
	if (size == 0 || kernel->n_facts > MOST_FACTS || !explain_lane_step(&fact->worst, &row))
		return false;
	if (row <= 0 || row > INT32_MAX || row % size || row / size < FEWEST_ELEMENTS)
		return false;
	*out = (OwnRows){ row, row / size, block[0] * block[1] * block[2] };
	if (!has_rows(fact, out) || units_may_access(kernel, fact->object))
		return false;
	bool is = true;
	for (int f = 0; f < kernel->n_facts && is; f++) {
		const Var *object = kernel->facts[f].object;
		is = object && (object != fact->object || uses_own_rows(&kernel->facts[f], row));
	}
	return is;
}

const char *explain_own_rows(Arena *arena, const KernelFacts *kernel, const Fact *fact)
{
	OwnRows rows;
	if (!find_own_rows(kernel, fact, &rows))
		return NULL;
	return arena_printf(arena,
			    "each thread uses %lld elements of its own: with element k of thread t at %s[k * %d + t] instead of "
			    "%s[t * %lld + k] neighbouring threads use neighbouring banks, in the same memory",
			    (long long)rows.elements, fact->object->name, rows.threads, fact->object->name, (long long)rows.elements);
}
