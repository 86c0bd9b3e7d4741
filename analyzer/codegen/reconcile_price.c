/* Facts at another width. */
#include "codegen/reconcile_impl.h"

enum { MAX_ELEMENTS = 16 };

/* --- wider ---------------------------------------------------------------------------------------- */

/* The pattern rounded down to multiples of `width`; false: not by the same distance in all lanes. */
static bool widen(const WarpPattern *p, int width, WarpPattern *out)
{
	int64_t rest = -1;
	*out = *p;
	for (int l = 0; l < WARP_LANES; l++) {
		if (!(p->active >> l & 1))
			continue;
		int64_t here = p->offset[l] & (width - 1);
		if (rest >= 0 && here != rest)
			return false;
		rest = here;
		out->offset[l] = p->offset[l] - here;
	}
	return true;
}

static bool same_request(const WarpPattern *a, const WarpPattern *b)
{
	if (a->active != b->active)
		return false;
	for (int l = 0; l < WARP_LANES; l++)
		if (a->active >> l & 1 && a->offset[l] != b->offset[l])
			return false;
	return true;
}

/* A wide request, and how often each of its elements was accessed. */
typedef struct Wide {
	WarpPattern pattern;
	int64_t narrow[MAX_ELEMENTS];
} Wide;

typedef struct WideList {
	Wide at[MAX_PATTERNS];
	int n;
} WideList;

static int first_lane(const WarpPattern *p)
{
	return p->active ? __builtin_ctz(p->active) : 0;
}

static bool gather(const Fact *fact, int width, WideList *out)
{
	out->n = 0;
	for (int i = 0; i < fact->n_patterns; i++) {
		const WarpPattern *p = &fact->patterns[i];
		WarpPattern wide;
		int k = 0, lane = first_lane(p);
		if (!widen(p, width, &wide))
			return false;
		while (k < out->n && !same_request(&out->at[k].pattern, &wide))
			k++;
		if (k == out->n)
			out->at[out->n++] = (Wide){ .pattern = wide };
		out->at[k].narrow[(p->offset[lane] - wide.offset[lane]) / fact->bytes] += p->count;
	}
	return out->n > 0;
}

/* Counts the requests; false: not all of its elements were accessed equally often. */
static bool count_wide(Wide *wide, unsigned *parts)
{
	wide->pattern.count = 0;
	for (int e = 0; e < MAX_ELEMENTS; e++) {
		int64_t n = wide->narrow[e];
		if (n && wide->pattern.count && n != wide->pattern.count)
			return false;
		wide->pattern.count = n ? n : wide->pattern.count;
		*parts |= n ? 1u << e : 0;
	}
	return true;
}

static void price(Fact *fact, WarpPattern *p)
{
	WarpRequest request = warp_request(p, fact->op, fact->bytes);
	p->cost = bank_cost(fact->arch, &request);
	fact->warps += p->count;
	fact->wavefronts += p->count * p->cost.wavefronts;
	fact->ideal += p->count * p->cost.ideal;
	fact->profiled += p->count * p->cost.profiled;
	if (!fact->worst.count || p->cost.wavefronts - p->cost.ideal > fact->worst.cost.wavefronts - fact->worst.cost.ideal)
		fact->worst = *p;
}

static bool can_be_priced(const Fact *fact)
{
	bool plain = fact->op == BANK_LD || fact->op == BANK_ST;
	return plain && fact->certainty <= CERTAINTY_BOUND && fact->n_patterns > 0 && !fact->more_patterns && fact->warps > 0 &&
	       !fact->mix.ideal;
}

static bool reprice_wider(Arena *arena, Fact *fact, int width)
{
	WideList wide;
	unsigned parts = 0;
	if (!can_be_priced(fact) || width <= fact->bytes || width / fact->bytes > MAX_ELEMENTS || !gather(fact, width, &wide))
		return false;
	for (int i = 0; i < wide.n; i++)
		if (!count_wide(&wide.at[i], &parts))
			return false;
	WarpPattern *patterns = arena_array(arena, WarpPattern, wide.n);
	int64_t narrow = fact->warps;
	fact->warps = fact->wavefronts = fact->ideal = fact->profiled = 0;
	fact->worst = (WarpPattern){ 0 };
	fact->bytes = width;
	fact->parts = parts;
	for (int i = 0; i < wide.n; i++) {
		patterns[i] = wide.at[i].pattern;
		price(fact, &patterns[i]);
	}
	fact->patterns = patterns;
	fact->n_patterns = wide.n;
	fact->visits = (fact->visits * fact->warps + narrow - 1) / narrow;
	return true;
}

bool reprice_widest(Arena *arena, Fact *fact, unsigned widths)
{
	for (int width = 1 << (MAX_WIDTHS - 1); width > fact->bytes; width /= 2) {
		Fact wide = *fact;
		if ((widths & width_bit(width)) && reprice_wider(arena, &wide, width)) {
			*fact = wide;
			return true;
		}
	}
	return widths & width_bit(fact->bytes);
}

static bool has_request(const Fact *fact, const WarpPattern *p)
{
	for (int i = 0; i < fact->n_patterns; i++)
		if (same_request(p, &fact->patterns[i]) && p->count == fact->patterns[i].count)
			return true;
	return false;
}

unsigned parts_in(const Fact *part, const Fact *whole)
{
	unsigned parts = 0;
	bool alike = part->object && part->object == whole->object && part->op == whole->op && can_be_priced(part) &&
		     can_be_priced(whole) && part->bytes < whole->bytes;
	for (int i = 0; alike && i < part->n_patterns; i++) {
		const WarpPattern *p = &part->patterns[i];
		int lane = first_lane(p);
		WarpPattern wide;
		if (!widen(p, whole->bytes, &wide) || !has_request(whole, &wide))
			return 0;
		parts |= 1u << (p->offset[lane] - wide.offset[lane]) / part->bytes;
	}
	return parts;
}

/* --- narrower ------------------------------------------------------------------------------------- */

void reprice_narrower(Fact *fact, int width)
{
	int64_t wavefronts = 0, counted = 0;
	if ((fact->op != BANK_LD && fact->op != BANK_ST) || width < 1 || fact->bytes % width)
		return;
	for (int i = 0; i < fact->n_patterns; i++) {
		const WarpPattern *p = &fact->patterns[i];
		counted += p->count;
		for (int at = 0; at < fact->bytes; at += width) {
			WarpRequest request = warp_request(p, fact->op, width);
			for (int l = 0; l < WARP_LANES; l++)
				request.offset[l] += at;
			wavefronts += p->count * bank_cost(fact->arch, &request).wavefronts;
		}
	}
	/* Patterns that were not kept: every lane conflicts. */
	wavefronts += (fact->warps - counted) * (fact->bytes / width) * WARP_LANES;
	if (wavefronts > fact->wavefronts)
		fact->wavefronts = wavefronts;
}

/* --- ratios --------------------------------------------------------------------------------------- */

bool is_uniform(const Fact *fact)
{
	for (int i = 1; i < fact->n_patterns; i++) {
		const BankCost *a = &fact->patterns[0].cost, *b = &fact->patterns[i].cost;
		if (a->wavefronts * b->ideal != b->wavefronts * a->ideal)
			return false;
	}
	return fact->n_patterns > 0 && !fact->more_patterns;
}
