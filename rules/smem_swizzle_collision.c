#include "rules/finding.h"

#include "base/buf.h"
#include "fix/layouts/layout.h"
#include "rules/plain.h"
#include "rules/words.h"
#include "base/power.h"

enum { MOST_BITS = 10, ROW_BITS = 40, DEEPEST = 12 };

static bool is_store(const Fact *fact)
{
	return fact->kind == ACCESS_STORE || fact->kind == ACCESS_CP_ASYNC;
}

static bool is_load(const Fact *fact)
{
	return fact->kind == ACCESS_LOAD || fact->kind == ACCESS_LDMATRIX;
}

/* --- a swizzle that brings two elements to one word --------------------------------------------------- */

/* Whether two bits of the thread's number flip one bit of the address: it is a swizzle, and not only a selection of bits. */
static bool mixes(const IndexForm *index)
{
	uint64_t seen = 0, twice = 0;
	for (int b = 0; index->kind == INDEX_XOR && b < index->n_bits && b < MOST_BITS; b++) {
		twice |= seen & index->bit[b];
		seen |= index->bit[b];
	}
	return twice;
}

/* Whether the expression reads memory that is not a variable of the thread: an element of an array of the caller's. */
static bool reads_memory(const Expr *e, int depth)
{
	if (!e || depth > DEEPEST)
		return false;
	const Expr *place = e->kind == EX_LOAD && e->n_args ? e->arg[0] : NULL;
	if (place && place->kind != EX_ADDR)
		return true;
	for (int i = 0; i < e->n_args; i++)
		if (reads_memory(e->arg[i], depth + 1))
			return true;
	return false;
}

/* Whether neighbouring threads surely store different elements: what is stored is read from memory where it is stored. */
static bool stores_elements(const Fact *fact)
{
	if (fact->kind == ACCESS_CP_ASYNC)
		return fact->worst.source;
	return fact->site && fact->site->kind == EX_STORE && fact->site->n_args > 1 && reads_memory(fact->site->arg[1], 0);
}

/* Two lanes of one request on one word, from different places if those are known. */
static bool find_pair(const Fact *fact, int *a, int *b)
{
	const WarpPattern *pattern = &fact->worst;
	for (*a = 0; *a < WARP_LANES; ++*a)
		for (*b = *a + 1; *b < WARP_LANES; ++*b)
			if (pattern->active >> *a & pattern->active >> *b & 1 && pattern->offset[*a] == pattern->offset[*b])
				return !pattern->source || pattern->source[*a] != pattern->source[*b];
	return false;
}

static bool is_read(const KernelFacts *kernel, const Var *object)
{
	for (int i = 0; i < kernel->n_facts; i++)
		if (kernel->facts[i].object == object && is_load(&kernel->facts[i]))
			return true;
	return false;
}

static bool collides(const RuleContext *context)
{
	const Fact *fact = context->fact;
	int a, b;
	return is_store(fact) && fact->certainty == CERTAINTY_EXACT && fact->object && mixes(&fact->index) && stores_elements(fact) &&
	       find_pair(fact, &a, &b) && is_read(context->kernel, fact->object);
}

/* --- two maps of one tile ------------------------------------------------------------------------------- */

/* Which bits of the column each bit of the row flips, as far as an access shows it. */
typedef struct RowMap {
	uint64_t known;               /* bits of the row */
	uint64_t flips[ROW_BITS];     /* by bit of the row */
	bool is_swizzle;
	bool is_clear;                /* each bit of the thread's number moves within a row, or to one other */
} RowMap;

/* The bytes of a row of a tile whose rows are a power of two long; 0: it is none. */
static int64_t row_bytes(const Var *object)
{
	const Type *type = object && object->kind == VAR_SHARED ? object->type : NULL;
	const Type *row = type && type->kind == TY_ARRAY ? type->elem : NULL;
	while (row && row->kind == TY_ARRAY && row->elem && row->elem->kind == TY_ARRAY)
		row = row->elem;
	if (!row || row->kind != TY_ARRAY || row->size < 8 || !is_power(row->size))
		return 0;
	return row->size;
}

static bool add_row_bit(RowMap *map, int bit, uint64_t flips)
{
	if (bit >= ROW_BITS)
		return false;
	if (map->known >> bit & 1)
		return map->flips[bit] == flips;
	map->known |= UINT64_C(1) << bit;
	map->flips[bit] = flips;
	map->is_swizzle = map->is_swizzle || flips;
	return true;
}

/* The bits of the address that each bit of the thread's number flips; 0: they are not those alone. */
static int bit_flips(const Fact *fact, uint64_t flips[MOST_BITS])
{
	const IndexForm *index = &fact->index;
	const int *block = fact->launch->block;
	uint64_t seen = (uint64_t)(index->constant * index->unit);
	int n = 0;
	if (!is_power(index->unit) || index->constant < 0)
		return 0;
	for (int b = 0; index->kind == INDEX_XOR && b < index->n_bits && b < MOST_BITS; b++)
		flips[n++] = index->bit[b] * (uint64_t)index->unit;
	for (int d = 0; index->kind == INDEX_AFFINE && d < 3; d++)
		for (int size = 1; size < block[d] && n < MOST_BITS; size *= 2) {
			flips[n] = (uint64_t)index->coef[d] * (uint64_t)index->unit * (uint64_t)size;
			if (!is_power(block[d]) || index->coef[d] < 0 || flips[n] & seen)
				return 0;
			seen |= flips[n++];
		}
	return n;
}

/* Without a swizzle a bit that flips row and column goes along a diagonal. */
static RowMap map_of(const Fact *fact, int64_t row)
{
	RowMap map = { .known = 0 };
	uint64_t flips[MOST_BITS];
	const int n = fact->index.symbolic ? 0 : bit_flips(fact, flips);
	map.is_clear = n > 0;
	for (int b = 0; b < n && map.is_clear; b++) {
		const uint64_t rows = flips[b] / (uint64_t)row, columns = flips[b] % (uint64_t)row;
		if (rows)
			map.is_clear = is_power((int64_t)rows) && (!columns || mixes(&fact->index)) &&
				       add_row_bit(&map, __builtin_ctzll(rows), columns);
	}
	return map;
}

/* The bit of the row that two maps do not treat alike; -1: there is none. */
static int other_bit(const RowMap *a, const RowMap *b)
{
	for (int bit = 0; bit < ROW_BITS; bit++)
		if (a->known >> bit & b->known >> bit & 1 && a->flips[bit] != b->flips[bit])
			return bit;
	return -1;
}

/* What a load expects otherwise than the stores have it. */
typedef struct Contradiction {
	const Fact *store; /* NULL: there is none */
	int bit;           /* of the row */
	int64_t stored, loaded; /* by how many elements the column is flipped for it */
} Contradiction;

static bool is_known(const Fact *fact)
{
	return fact->certainty == CERTAINTY_EXACT && fact->object;
}

/* All that writes to the tile must be known, and of one mind. */
static Contradiction contradiction_of(const RuleContext *context)
{
	Contradiction found = { .store = NULL };
	const Fact *load = context->fact;
	const KernelFacts *kernel = context->kernel;
	const int64_t row = is_load(load) && is_known(load) ? row_bytes(load->object) : 0;
	const RowMap wanted = row ? map_of(load, row) : (RowMap){ .known = 0 };
	Grid grid;
	if (!wanted.is_clear || kernel->failed || !grid_of(load->object, &grid) || grid.member)
		return found;
	for (int i = 0; i < kernel->n_facts; i++) {
		const Fact *fact = &kernel->facts[i];
		if (is_load(fact) || (fact->object && fact->object != load->object))
			continue;
		const RowMap map = is_store(fact) && is_known(fact) ? map_of(fact, row) : (RowMap){ .known = 0 };
		const int bit = map.is_clear && (map.is_swizzle || wanted.is_swizzle) ? other_bit(&map, &wanted) : -1;
		if (bit < 0)
			return (Contradiction){ .store = NULL };
		found = (Contradiction){ fact, bit, (int64_t)map.flips[bit] / grid.elem, (int64_t)wanted.flips[bit] / grid.elem };
	}
	return found;
}

/* --- the rule ------------------------------------------------------------------------------------------- */

static bool claims(const RuleContext *context)
{
	return collides(context) || contradiction_of(context).store;
}

static const char *message(const RuleContext *context)
{
	const Fact *fact = context->fact;
	const char *words = access_words(context->arena, fact);
	if (collides(context))
		return arena_printf(context->arena, "2 elements on one word: %s does not keep a tile's elements apart", words);
	return arena_printf(context->arena, "2 swizzles of one tile: %s looks for elements where they were not stored", words);
}

static const char *column(Arena *arena, int64_t flips)
{
	return flips ? arena_printf(arena, "column c ^ %lld", (long long)flips) : "column c";
}

static const char *reason(const RuleContext *context)
{
	Arena *arena = context->arena;
	const Fact *fact = context->fact;
	int a, b;
	if (collides(context) && find_pair(fact, &a, &b))
		return arena_printf(arena, "lanes %d and %d of warp %d store to byte %lld of '%s', which is read later", a, b,
				    fact->worst.warp, (long long)fact->worst.offset[a], fact->object->name);
	const Contradiction c = contradiction_of(context);
	const Range here = fact_user_range(context->sources, fact);
	return arena_printf(arena, "element c of row %lld is loaded from %s, but %s stored it in %s", 1LL << c.bit, column(arena, c.loaded),
			    plain_line(arena, context->sources, here, fact_user_range(context->sources, c.store).begin),
			    column(arena, c.stored));
}

static const char *remedy(const RuleContext *context)
{
	return collides(context) ? "combine the whole column with the row by ^, without a mask that drops bits of it"
				 : "write one function for the swizzle, and use it in the stores and the loads";
}

static void notes(const RuleContext *context, Diag *diag)
{
	const Contradiction c = contradiction_of(context);
	note_add(context->arena, diag, range_none, reason(context));
	if (c.store)
		note_add(context->arena, diag, c.store->range, "it is stored here");
	note_add(context->arena, diag, range_none, remedy(context));
}

const Rule rule_smem_swizzle_collision = {
	.name = "smem-swizzle-collision",
	.summary = "a swizzle brings two elements to one word, or differs between store and load",
	.explanation =
		"A swizzle must send each element of a tile to a place of its own, and must be the same wherever the\n"
		"tile is accessed. Otherwise elements are lost or mixed up: the result is wrong, not slow.\n"
		"\n"
		"```cuda\n"
		"__shared__ float tile[32][32];\n"
		"tile[y][(x ^ y) & 15] = in[i];             // x and x + 16 are stored in one place\n"
		"```\n"
		"\n"
		"```cuda\n"
		"tile[y][x ^ y] = in[i];\n"
		"__syncthreads();\n"
		"out[j] = tile[x][y ^ (x & 15)];            // rows from 16 on were stored with x & 31\n"
		"```\n"
		"\n"
		"It is an error, and reported only where it is certain. For the first, two lanes of one warp store to\n"
		"one word what they read from different memory at once, by an index that combines bits of the thread's\n"
		"number by XOR, and the tile is read. For the second, the rows are a power of two long, all that is\n"
		"stored to the tile is known, and some bit of the row's number flips other bits of the column where the\n"
		"tile is loaded than where it is stored.\n"
		"\n"
		"**What to do.** Write one function for the swizzle, and use it in the stores and the loads:\n"
		"\n"
		"```cuda\n"
		"__device__ int swizzle(int row, int column) { return column ^ row % 32; }\n"
		"```\n"
		"\n"
		"**What it cannot see.** Swizzles of tiles that are one-dimensional in the source, rotations\n"
		"(`(x + y) % 32`), and tiles that are stored in several ways. Tensor copies and matrix descriptors are\n"
		"those of `smem-swizzle-mismatch`.\n",
	.severity = SEV_ERROR,
	.claims = claims,
	.message = message,
	.reason = reason,
	.remedy = remedy,
	.notes = notes,
};
