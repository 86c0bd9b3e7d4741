#include "cute/search.h"

#include <limits.h>
#include <stdlib.h>

enum {
	BANK_BITS = 7,    /* an address modulo 128 says which bank */
	MOST_PAD = 128,
	WIDEST = 16,      /* bytes of an access */
};

int64_t cute_chosen_offset(const CuteChoice *choice, int64_t offset)
{
	if (choice->pad)
		offset += offset / choice->row * choice->pad;
	return cute_swizzled(choice->swizzle, offset);
}

/* Whether the request's lanes keep their bytes together. */
static bool move(const CuteChoice *choice, const WarpRequest *in, WarpRequest *out)
{
	*out = *in;
	for (uint32_t m = in->active; m; m &= m - 1) {
		int lane = __builtin_ctz(m);

		out->offset[lane] = cute_chosen_offset(choice, in->offset[lane]);
		if (out->offset[lane] % in->bytes || (choice->pad && in->offset[lane] % choice->row + in->bytes > choice->row))
			return false;
	}
	return true;
}

typedef struct Search {
	const CuteSearch *asked;
	Arena *arena;
	int *floor;        /* of each request: the fewest wavefronts in any choice so far, if it is a copy; else 0 */
	bool finds_floors; /* nothing else yet */
	CuteChoices out;
} Search;

static void lower_floors(Search *search, const CuteChoice *choice)
{
	for (int i = 0; i < search->asked->n_requests; i++) {
		WarpRequest moved;
		int cost;

		if (!bank_op_has_source(search->asked->requests[i].op) || !move(choice, &search->asked->requests[i], &moved))
			continue;
		cost = bank_cost(search->asked->arch, &moved).wavefronts;
		if (cost < search->floor[i])
			search->floor[i] = cost;
	}
}

/* False: it is worse than `most` wavefronts above what is attainable, or splits a request. */
static bool price(const Search *search, CuteChoice *choice, int64_t most)
{
	for (int i = 0; i < search->asked->n_requests; i++) {
		WarpRequest moved;
		BankCost cost;

		if (!move(choice, &search->asked->requests[i], &moved))
			return false;
		cost = bank_cost(search->asked->arch, &moved);
		choice->wavefronts += cost.wavefronts;
		choice->attainable += cost.ideal > search->floor[i] ? cost.ideal : search->floor[i];
		if (choice->wavefronts - choice->attainable > most)
			return false;
	}
	return true;
}

static void try(Search *search, CuteChoice choice)
{
	CuteChoices *out = &search->out;
	int64_t excess = out->free.n ? 0 : out->best.wavefronts ? out->best.wavefronts - out->best.attainable : INT64_MAX;

	if (search->finds_floors) {
		lower_floors(search, &choice);
		return;
	}
	out->tried++;
	if (!price(search, &choice, excess))
		return;
	if (choice.wavefronts == choice.attainable)
		vec_push(search->arena, &out->free, choice);
	else if (!out->best.wavefronts || choice.wavefronts - choice.attainable < excess)
		out->best = choice;
}

/* --- candidates --------------------------------------------------------------------------------- */

static int log2_up(int64_t n)
{
	int log = 0;

	while (INT64_C(1) << log < n)
		log++;
	return log;
}

static int widest(const CuteSearch *search)
{
	int bytes = search->element;

	for (int i = 0; i < search->n_requests; i++)
		if (search->requests[i].bytes > bytes)
			bytes = search->requests[i].bytes;
	return bytes;
}

/* Swizzles of bits that choose a bank, by bits of addresses within the object, which move nothing out of it. */
static void try_swizzles(Search *search)
{
	int64_t bytes = search->asked->bytes;
	int top = log2_up(bytes), lowest = log2_up(widest(search->asked));

	for (int base = lowest; base < BANK_BITS; base++)
		for (int bits = 1; base + bits <= BANK_BITS; bits++)
			for (int shift = bits; base + shift + bits <= top && bytes % (INT64_C(1) << (base + bits)) == 0; shift++)
				try(search, (CuteChoice){ .swizzle = { bits, base, shift }, .together = 1 << base });
}

/* The shortest that frees: longer ones only take more memory. */
static void try_padding(Search *search, int64_t row)
{
	int64_t bytes = search->asked->bytes;
	int unit = widest(search->asked);

	if (row < unit || bytes <= row)
		return;
	for (int64_t pad = unit, before = search->out.free.n; pad <= MOST_PAD && search->out.free.n == before; pad += unit) {
		int64_t length = row + pad;
		CuteChoice choice = { .row = row, .pad = pad, .extra = (bytes - 1) / row * pad, .together = (int)(length & -length) };

		try(search, choice);
	}
}

static int by_size(const void *a, const void *b)
{
	const CuteChoice *one = a, *other = b;
	const int64_t keys[][2] = {
		{ one->extra, other->extra },
		{ one->swizzle.bits, other->swizzle.bits },
		{ -one->swizzle.base, -other->swizzle.base },
		{ one->swizzle.shift, other->swizzle.shift },
		{ one->row, other->row },
	};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (keys[i][0] != keys[i][1])
			return keys[i][0] < keys[i][1] ? -1 : 1;
	return 0;
}

static void try_all(Search *search)
{
	try(search, (CuteChoice){ .together = WIDEST });
	try_swizzles(search);
	for (int i = 0; i < search->asked->n_rows; i++)
		try_padding(search, search->asked->rows[i]);
}

static void find_floors(Search *search)
{
	search->finds_floors = true;
	for (int i = 0; i < search->asked->n_requests; i++)
		search->floor[i] = bank_op_has_source(search->asked->requests[i].op) ? INT_MAX : 0;
	try_all(search);
	search->finds_floors = false;
	for (int i = 0; i < search->asked->n_requests; i++) {
		int ideal = bank_cost(search->asked->arch, &search->asked->requests[i]).ideal;

		if (search->floor[i] > ideal)
			search->out.unavoidable += search->floor[i] - ideal;
	}
}

CuteChoices cute_search(Arena *arena, const CuteSearch *asked)
{
	Search search = { .asked = asked, .arena = arena, .floor = arena_array(arena, int, asked->n_requests + 1) };

	find_floors(&search);
	try_all(&search);
	if (search.out.free.n)
		qsort(search.out.free.at, (size_t)search.out.free.n, sizeof *search.out.free.at, by_size);
	return search.out;
}
