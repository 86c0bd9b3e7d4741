#include "rules/swizzles.h"

#include <string.h>

#include "ir/ptx_opcode.h"
#include "ir/link.h"
#include "ir/walk.h"

enum { LANE_BITS = 5, MAX_BITS = 10, MAX_CALLS = 8 };

/* --- who fills or reads a buffer ------------------------------------------------------------------------- */

typedef struct Side {
	const Fact *fact;
	const UnitUse *use;
} Side;

static bool is_in(const UnitUse *use)
{
	return use->kind == UNIT_COPY_IN;
}

static bool is_out(const UnitUse *use)
{
	return use->kind == UNIT_COPY_OUT || use->kind == UNIT_OPERAND;
}

/* Who else could have written to the buffer: lanes, other blocks, and units of which it is not known where. */
static bool may_write_elsewise(const Fact *fact, const Var *object)
{
	if (fact->certainty == CERTAINTY_UNIT) {
		bool vague = fact->kind == ACCESS_CP_ASYNC && (!fact->n_uses || fact->more_uses);
		for (int i = 0; i < fact->n_uses; i++) {
			const UnitUse *use = &fact->uses[i];
			vague = vague || (use->kind != UNIT_OPERAND && !use->object);
			vague = vague || (use->object == object && use->kind == UNIT_BULK);
		}
		return vague || fact->kind == ACCESS_STORE || fact->kind == ACCESS_ATOMIC;
	}
	bool reads = fact->kind == ACCESS_LOAD || fact->kind == ACCESS_LDMATRIX;
	return !reads && (fact->object == object || !fact->object);
}

static bool only_units_write(const KernelFacts *kernel, const Var *object)
{
	for (int i = 0; i < kernel->n_facts; i++)
		if (may_write_elsewise(&kernel->facts[i], object))
			return false;
	return !kernel->failed;
}

/* Whether `use` starts nearer below the offset than `best`, which then is not what fills the place. */
static bool is_nearer(const UnitUse *use, const UnitUse *best, int64_t offset)
{
	return use->offset <= offset && (!best || use->offset > best->offset);
}

/* Adds a use that may concern the place; false: it contradicts another one. */
static bool consider(Side *found, const Fact *fact, const UnitUse *use, const UnitUse *of)
{
	bool placed = of->is_placed && use->is_placed && (!found->use || found->use->is_placed);
	if (placed ? is_nearer(use, found->use, of->offset) : !found->use) {
		*found = (Side){ fact, use };
		return true;
	}
	return placed || found->use->swizzle == use->swizzle;
}

/* The tensor copies, or else readers, that tell the buffer's swizzle at the place `of`; without a use: it is not certain. */
static Side side_of(const KernelFacts *kernel, const UnitUse *of, bool is_side(const UnitUse *use))
{
	const Side none = { 0 };
	Side found = none;
	bool all_placed = of->is_placed, agree = true;
	const UnitUse *first = NULL;
	for (int i = 0; i < kernel->n_facts; i++)
		for (int u = 0; u < kernel->facts[i].n_uses; u++) {
			const UnitUse *use = &kernel->facts[i].uses[u];
			if (use->object != of->object || !is_side(use))
				continue;
			first = first ? first : use;
			all_placed = all_placed && use->is_placed;
			agree = agree && use->swizzle == first->swizzle;
		}
	if (!agree && !all_placed)
		return none;
	for (int i = 0; i < kernel->n_facts; i++)
		for (int u = 0; u < kernel->facts[i].n_uses; u++) {
			const UnitUse *use = &kernel->facts[i].uses[u];
			if (use->object == of->object && is_side(use) && !consider(&found, &kernel->facts[i], use, of))
				return none;
		}
	return found.use && found.use->swizzle != SWIZZLE_UNKNOWN ? found : none;
}

/* --- units ---------------------------------------------------------------------------------------------------- */

static Mismatch of_unit(const KernelFacts *kernel, const UnitUse *use)
{
	Mismatch m = { .object = use->object, .use = use, .said = use->swizzle };
	int span = use->map ? swizzle_span(use->map->swizzle) : 0;
	if (span && use->map->inner > span) {
		m.kind = MISMATCH_BOX;
		return m;
	}
	if (!is_out(use) || !use->object || use->swizzle == SWIZZLE_UNKNOWN || !only_units_write(kernel, use->object))
		return m;
	Side side = side_of(kernel, use, is_in);
	if (!side.use || side.use->swizzle == use->swizzle)
		return m;
	m.kind = use->kind == UNIT_OPERAND ? MISMATCH_OPERAND : MISMATCH_COPY;
	m.is = side.use->swizzle;
	m.other = side.fact;
	m.by = side.use;
	return m;
}

/* --- the index that lanes compute ------------------------------------------------------------------------ */

/* An offset in bytes that is an XOR of one mask for each bit of the thread's or lane's number. */
typedef struct Masks {
	uint64_t bit[MAX_BITS];
	int n;
} Masks;

static bool masks_of_index(const IndexForm *index, Masks *out)
{
	if (index->kind != INDEX_XOR || index->unit & (index->unit - 1))
		return false;
	out->n = index->n_bits;
	for (int b = 0; b < out->n; b++)
		out->bit[b] = index->bit[b] * (uint64_t)index->unit;
	return true;
}

static bool masks_of_warp(const WarpPattern *pattern, Masks *out)
{
	out->n = LANE_BITS;
	for (int b = 0; b < LANE_BITS; b++)
		out->bit[b] = (uint64_t)(pattern->offset[1 << b] ^ pattern->offset[0]);
	for (int lane = 0; lane < WARP_LANES; lane++) {
		uint64_t want = (uint64_t)pattern->offset[0];
		for (int b = 0; b < LANE_BITS; b++)
			want ^= lane >> b & 1 ? out->bit[b] : 0;
		if (want != (uint64_t)pattern->offset[lane])
			return false;
	}
	return pattern->active == UINT32_MAX;
}

/* Without the swizzle, each bit of the lane's number is a bit of the offset: rows and columns. */
static bool is_plain(const Masks *masks, Swizzle swizzle)
{
	uint64_t seen = 0;
	for (int b = 0; b < masks->n; b++) {
		uint64_t bit = (uint64_t)swizzle_apply(swizzle, (int64_t)masks->bit[b]);
		if (bit & (bit - 1) || bit & seen)
			return false;
		seen |= bit;
	}
	return true;
}

static bool masks_of(const Fact *fact, Masks *out)
{
	return masks_of_index(&fact->index, out) || (fact->n_patterns && masks_of_warp(&fact->patterns[0], out));
}

static bool is_row_by_row(const Fact *fact)
{
	Masks masks;
	return fact->index.kind == INDEX_AFFINE || (masks_of_index(&fact->index, &masks) && is_plain(&masks, SWIZZLE_NONE));
}

/* The swizzle that the index computes; SWIZZLE_UNKNOWN: none that is known, or the buffer's own. */
static Swizzle computed_swizzle(const Fact *fact, Swizzle is)
{
	Masks masks;
	if (!masks_of(fact, &masks))
		return SWIZZLE_UNKNOWN;
	if (is_plain(&masks, SWIZZLE_NONE) || is_plain(&masks, is))
		return SWIZZLE_UNKNOWN;
	for (Swizzle s = SWIZZLE_128B; s > SWIZZLE_NONE; s--)
		if (is_plain(&masks, s))
			return s;
	return SWIZZLE_UNKNOWN;
}

/* Whether lanes access places that the swizzle moves, wherever the buffer begins: rows of two kinds. */
static bool meets_rows(const Fact *fact, Swizzle swizzle)
{
	int64_t mask = swizzle_apply(swizzle, 0x380) >> 4 & 7, first = -1;
	for (int p = 0; p < fact->n_patterns; p++) {
		const WarpPattern *pattern = &fact->patterns[p];
		for (int lane = 0; lane < WARP_LANES; lane++) {
			int64_t row = pattern->offset[lane] >> 7 & mask;
			if (!(pattern->active >> lane & 1))
				continue;
			if (first >= 0 && row != first)
				return true;
			first = row;
		}
		first = pattern->floating ? -1 : first;
	}
	return false;
}

/* --- whether the place of an element matters ------------------------------------------------------------- */

typedef struct Search {
	const KernelFacts *kernel;
	const Expr *site;
	bool has_xor, in_store, found;
	int depth;
} Search;

/* Inline PTX that combines bits, or may: what is not understood. */
static bool mixes_bits(const AsmBlock *block)
{
	static const char *const names[] = { "xor", "lop3", "prmt", "bfi" };
	for (int i = 0; i < block->n_instrs; i++) {
		const PtxOpcode *opcode = block->instrs[i].opcode;
		bool mixes = !opcode;
		for (size_t n = 0; n < sizeof names / sizeof *names && !mixes; n++)
			mixes = strncmp(opcode->text, names[n], strlen(names[n])) == 0;
		if (mixes)
			return true;
	}
	return false;
}

static void note_xor(void *data, const Expr *e)
{
	Search *search = data;
	bool is_xor = e->kind == EX_BINARY && e->op == OP_XOR;
	search->has_xor = search->has_xor || is_xor || (e->kind == EX_ASM && mixes_bits(e->asm_block));
	const Func *func = e->kind == EX_CALL ? func_defined(e->func) : NULL;
	if (!func || !func->body || search->depth >= MAX_CALLS || func->is_system)
		return;
	search->depth++;
	Walk walk = { .expr = note_xor, .data = search };
	walk_stmt(&walk, func->body);
	search->depth--;
}

/* No unit that knows a swizzle reads or fills the object. */
static bool is_without_swizzle(const KernelFacts *kernel, const Var *object)
{
	for (int i = 0; i < kernel->n_facts; i++)
		for (int u = 0; u < kernel->facts[i].n_uses; u++)
			if (kernel->facts[i].uses[u].object == object && kernel->facts[i].uses[u].swizzle != SWIZZLE_NONE)
				return false;
	return true;
}

/* An address in memory that a pointer gives, or in a buffer without swizzle, but in no variable of the thread. */
static bool is_elsewhere(const KernelFacts *kernel, const Expr *address)
{
	while (address->kind == EX_PTRADD || address->kind == EX_CAST)
		address = address->arg[0];
	if (address->kind == EX_ADDR && address->var->kind == VAR_SHARED)
		return is_without_swizzle(kernel, address->var);
	return address->kind == EX_LOAD || (address->kind == EX_ADDR && address->var->kind == VAR_GLOBAL);
}

static void note_site(void *data, const Expr *e)
{
	Search *search = data;
	search->found = search->found || e == search->site;
}

static void note_store(void *data, const Expr *e)
{
	Search *search = data;
	if (e->kind != EX_STORE && e->kind != EX_COPY)
		return;
	Search value = { .site = search->site, .found = e == search->site };
	Walk walk = { .expr = note_site, .data = &value };
	walk_expr(&walk, e->arg[1]);
	search->in_store = search->in_store || (value.found && is_elsewhere(search->kernel, e->arg[0]));
}

/* An element's place in the buffer decides where it goes: it is stored to memory at once, or becomes part of a matrix, and
 * nothing in the kernel could undo a swizzle. */
static bool place_matters(const KernelFacts *kernel, const Fact *fact)
{
	Search search = { .kernel = kernel, .site = fact->site };
	const Func *func = fact->stack ? fact->stack->func : fact->launch->kernel;
	if (fact->kind == ACCESS_LDMATRIX)
		return true;
	if (!func->body || !fact->launch->kernel->body || fact->kind != ACCESS_LOAD)
		return false;
	Walk walk = { .expr = note_store, .data = &search };
	walk_stmt(&walk, func->body);
	Walk whole = { .expr = note_xor, .data = &search };
	walk_stmt(&whole, fact->launch->kernel->body);
	return search.in_store && !search.has_xor;
}

/* Lanes write the buffer, a variable of its own, for units alone. */
static bool only_units_read(const KernelFacts *kernel, const Var *object)
{
	for (int i = 0; i < kernel->n_facts; i++) {
		const Fact *fact = &kernel->facts[i];
		bool reads = fact->certainty != CERTAINTY_UNIT && (fact->kind == ACCESS_LOAD || fact->kind == ACCESS_LDMATRIX);
		if (reads && (fact->object == object || !fact->object))
			return false;
		for (int u = 0; u < fact->n_uses; u++)
			if (fact->uses[u].object == object && !is_out(&fact->uses[u]))
				return false;
	}
	return !kernel->failed && object->kind == VAR_SHARED;
}

static void note_load(void *data, const Expr *e)
{
	Search *search = data;
	search->found = search->found || (e->kind == EX_LOAD && is_elsewhere(search->kernel, e->arg[0]) && e->arg[0]->kind == EX_PTRADD);
}

/* What is stored was loaded from memory at once, and nothing in the kernel could make a swizzle. */
static bool stores_rows(const KernelFacts *kernel, const Fact *fact)
{
	Search search = { .kernel = kernel };
	const Expr *site = fact->site;
	if (!fact->launch->kernel->body || (site->kind != EX_STORE && site->kind != EX_COPY))
		return false;
	Walk walk = { .expr = note_load, .data = &search };
	walk_expr(&walk, site->arg[1]);
	Walk whole = { .expr = note_xor, .data = &search };
	walk_stmt(&whole, fact->launch->kernel->body);
	return !search.has_xor && (search.found || (site->kind == EX_COPY && is_elsewhere(kernel, site->arg[1])));
}

static Mismatch of_stores(const KernelFacts *kernel, const Fact *fact)
{
	Mismatch m = { .object = fact->object };
	UnitUse here = { .object = fact->object };
	if (!fact->object || fact->certainty >= CERTAINTY_DATA || !only_units_read(kernel, fact->object))
		return m;
	Side side = side_of(kernel, &here, is_out);
	if (!side.use || side.use->swizzle == SWIZZLE_NONE)
		return m;
	m.is = side.use->swizzle;
	m.other = side.fact;
	m.by = side.use;
	m.said = computed_swizzle(fact, m.is);
	if (m.said != SWIZZLE_UNKNOWN)
		m.kind = MISMATCH_INDEX;
	else if (is_row_by_row(fact) && meets_rows(fact, m.is) && stores_rows(kernel, fact))
		m.kind = MISMATCH_PLAIN;
	return m;
}

static Mismatch of_loads(const KernelFacts *kernel, const Fact *fact)
{
	Mismatch m = { .object = fact->object };
	if (!fact->object || fact->certainty >= CERTAINTY_DATA || !only_units_write(kernel, fact->object))
		return m;
	UnitUse here = { .object = fact->object };
	here.is_placed = fact->n_patterns > 0 && !fact->patterns[0].floating && fact->patterns[0].active;
	here.offset = here.is_placed ? fact->patterns[0].offset[__builtin_ctz(fact->patterns[0].active)] : 0;
	Side side = side_of(kernel, &here, is_in);
	if (!side.use)
		return m;
	m.is = side.use->swizzle;
	m.other = side.fact;
	m.by = side.use;
	m.said = computed_swizzle(fact, m.is);
	if (m.said != SWIZZLE_UNKNOWN && (m.is != SWIZZLE_NONE || fact->kind == ACCESS_LDMATRIX))
		m.kind = MISMATCH_INDEX;
	else if (is_row_by_row(fact) && m.is != SWIZZLE_NONE && meets_rows(fact, m.is) && place_matters(kernel, fact))
		m.kind = MISMATCH_PLAIN;
	return m;
}

Mismatch mismatch_of(const KernelFacts *kernel, const Fact *fact)
{
	if (fact->certainty != CERTAINTY_UNIT && (fact->kind == ACCESS_LOAD || fact->kind == ACCESS_LDMATRIX))
		return of_loads(kernel, fact);
	if (fact->certainty != CERTAINTY_UNIT)
		return fact->kind == ACCESS_STORE || fact->kind == ACCESS_STMATRIX ? of_stores(kernel, fact) : (Mismatch){ 0 };
	for (int i = 0; i < fact->n_uses; i++) {
		Mismatch m = of_unit(kernel, &fact->uses[i]);
		if (m.kind)
			return m;
	}
	return (Mismatch){ 0 };
}
