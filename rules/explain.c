/* Why an access costs what it does, computed from the fact. */
#include "fix/layouts/advice.h"
#include "rules/explain.h"
#include "rules/words.h"

enum { BANK_BITS = 0x7c }; /* of a byte address */

static const char *take(Arena *arena, Buf *buf)
{
	const char *text = buf->n ? arena_strdup(arena, buf->s) : NULL;
	buf_free(buf);
	return text;
}

/* --- the costliest phase ------------------------------------------------------------------------ */

typedef struct PhaseUse {
	int lanes;      /* active ones */
	int banks;      /* accessed by all of them together */
	int words;      /* accessed by each */
	bool is_warp;   /* the phase is the whole warp */
} PhaseUse;

static PhaseUse phase_use(const Fact *fact)
{
	WarpRequest request = warp_request(&fact->worst, fact->op, fact->bytes);
	BankMap map = bank_map(fact->arch, &request);
	uint32_t banks = 0, worst = fact->worst.cost.worst_lanes;
	int phase = worst ? map.phase[__builtin_ctz(worst)] : 0;
	PhaseUse use = { .words = map.words, .is_warp = map.n_phases <= 1 };
	for (int lane = 0; lane < WARP_LANES; lane++) {
		if (map.phase[lane] != phase)
			continue;
		use.lanes++;
		for (int w = 0; w < map.words; w++)
			banks |= UINT32_C(1) << ((map.bank[lane] + w) & (BANKS - 1));
	}
	use.banks = __builtin_popcount(banks);
	return use;
}

/* "all 32 lanes use one bank", "the 8 lanes of a phase use only 16 of the 32 banks" */
static void print_conclusion(Buf *out, const Fact *fact)
{
	PhaseUse use = phase_use(fact);
	const char *of = use.is_warp ? "" : " of a phase";
	int together = __builtin_popcount(fact->worst.cost.worst_lanes);
	if (use.banks <= use.words)
		buf_printf(out, use.words == 1 ? "all %d lanes%s use one bank" : "all %d lanes%s use the same %d banks", use.lanes, of,
			   use.words);
	else if (use.banks <= BANKS / 2)
		buf_printf(out, "the %d lanes%s use only %d of the 32 banks", use.lanes, of, use.banks);
	else
		buf_printf(out, "%d of the %d lanes%s use one bank", together, use.lanes, of);
}

/* --- the address -------------------------------------------------------------------------------- */

static void print_term(Buf *out, bool *is_first, int64_t factor, const char *name)
{
	if (factor == 0)
		return;
	uint64_t size = factor < 0 ? 0 - (uint64_t)factor : (uint64_t)factor;
	buf_puts(out, *is_first ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + "));
	if (!name)
		buf_printf(out, "%llu", (unsigned long long)size);
	else if (size == 1)
		buf_puts(out, name);
	else
		buf_printf(out, "%llu*%s", (unsigned long long)size, name);
	*is_first = false;
}

static void print_affine(Buf *out, const IndexForm *index)
{
	static const char *const names[] = { "threadIdx.x", "threadIdx.y", "threadIdx.z" };
	bool is_first = true;
	buf_puts(out, "address = ");
	for (int d = 0; d < 3; d++)
		print_term(out, &is_first, (int64_t)((uint64_t)index->coef[d] * (uint64_t)index->unit), names[d]);
	if (index->symbolic) {
		buf_puts(out, is_first ? "" : " + ");
		if (index->unit > 1)
			buf_printf(out, "%lld*(%s)", (long long)index->unit, index->symbolic);
		else
			buf_puts(out, index->symbolic);
		is_first = false;
	}
	print_term(out, &is_first, (int64_t)((uint64_t)index->constant * (uint64_t)index->unit), NULL);
	buf_puts(out, is_first ? "0 bytes: " : " bytes: ");
}

/* The thread's offset in bytes by the form, without the part that all threads share. */
static int64_t form_at(const Fact *fact, int thread)
{
	const IndexForm *index = &fact->index;
	const int *block = fact->launch->block;
	uint64_t at = index->kind == INDEX_XOR ? (uint64_t)index->constant : 0;
	if (index->kind == INDEX_XOR) {
		for (int b = 0; b < index->n_bits && b < 10; b++)
			at ^= thread >> b & 1 ? index->bit[b] : 0;
	} else {
		at += (uint64_t)index->coef[0] * (uint64_t)(thread % block[0]);
		at += (uint64_t)index->coef[1] * (uint64_t)(thread / block[0] % block[1]);
		at += (uint64_t)index->coef[2] * (uint64_t)(thread / block[0] / block[1]);
	}
	return (int64_t)(at * (uint64_t)index->unit);
}

/* Whether the form describes the costliest request: the form is the first iteration's, others may differ. */
static bool form_fits(const Fact *fact)
{
	const WarpPattern *worst = &fact->worst;
	bool have = false;
	uint64_t apart = 0;
	if (fact->index.kind == INDEX_NONE)
		return false;
	for (int lane = 0; lane < WARP_LANES; lane++) {
		if (!(worst->active >> lane & 1))
			continue;
		uint64_t here = (uint64_t)worst->offset[lane] - (uint64_t)form_at(fact, worst->warp * WARP_LANES + lane);
		if (have && here != apart)
			return false;
		apart = here;
		have = true;
	}
	return have;
}

bool explain_lane_step(const WarpPattern *pattern, int64_t *step)
{
	int before = -1;
	bool have = false;
	for (int lane = 0; lane < WARP_LANES; lane++) {
		if (!(pattern->active >> lane & 1))
			continue;
		if (before >= 0) {
			int64_t apart = (int64_t)((uint64_t)pattern->offset[lane] - (uint64_t)pattern->offset[before]);
			if (apart % (lane - before) || (have && apart / (lane - before) != *step))
				return false;
			*step = apart / (lane - before);
			have = true;
		}
		before = lane;
	}
	return have && *step != INT64_MIN;
}

static void print_distance(Buf *out, int64_t bytes)
{
	if (bytes % BANK_BYTES)
		buf_printf(out, "%lld byte%s", (long long)bytes, bytes == 1 ? "" : "s");
	else
		buf_printf(out, "%lld word%s", (long long)(bytes / BANK_BYTES), bytes == BANK_BYTES ? "" : "s");
}

/* "neighbouring lanes are 32 words apart, so …" */
static bool print_lane_step(Buf *out, const Fact *fact)
{
	int64_t step = 0;
	if (!explain_lane_step(&fact->worst, &step))
		return false;
	step = step < 0 ? -step : step;
	buf_puts(out, "neighbouring lanes are ");
	print_distance(out, step);
	buf_puts(out, " apart");
	if (fact->bytes > BANK_BYTES)
		buf_printf(out, " and access %d words each", fact->bytes / BANK_BYTES);
	buf_puts(out, ", so ");
	return true;
}

/* For a warp that has several rows of the block. */
static bool print_row_steps(Buf *out, const Fact *fact)
{
	const int *block = fact->launch->block;
	const IndexForm *index = &fact->index;
	if (block[0] >= WARP_LANES || block[1] < 2 || index->kind != INDEX_AFFINE)
		return false;
	int64_t x = (int64_t)((uint64_t)index->coef[0] * (uint64_t)index->unit);
	int64_t y = (int64_t)((uint64_t)index->coef[1] * (uint64_t)index->unit);
	if (x == INT64_MIN || y == INT64_MIN)
		return false;
	int rows = (WARP_LANES + block[0] - 1) / block[0];
	buf_printf(out, "a warp has %d rows of %d threads, threadIdx.x + 1 is ", rows, block[0]);
	print_distance(out, x < 0 ? -x : x);
	buf_puts(out, " away, threadIdx.y + 1 ");
	print_distance(out, y < 0 ? -y : y);
	buf_puts(out, ", so ");
	return true;
}

/* --- XOR forms ---------------------------------------------------------------------------------- */

/* The rank over F2 of up to five vectors. */
static int rank_of(const uint64_t *vectors, int n)
{
	uint64_t v[5] = { 0 };
	int rank = 0;
	for (int i = 0; i < n && i < 5; i++)
		v[i] = vectors[i];
	for (int i = 0; i < 5; i++) {
		if (!v[i])
			continue;
		rank++;
		uint64_t low = v[i] & -v[i];
		for (int j = i + 1; j < 5; j++)
			if (v[j] & low)
				v[j] ^= v[i];
	}
	return rank;
}

static void print_bit_list(Buf *out, const char *noun, uint32_t bits)
{
	buf_printf(out, "%s%s ", noun, __builtin_popcount(bits) == 1 ? "" : "s");
	print_lanes(out, bits);
}

/* Which bits of the lane number reach the bits that select the bank. */
static void print_bits(Buf *out, const IndexForm *index)
{
	uint32_t dead = 0, live = 0, dead_flips = 0, live_flips = 0;
	uint64_t part[5] = { 0 };
	int n = 0;
	for (int b = 0; b < 5 && b < index->n_bits; b++) {
		uint64_t flips = index->bit[b] * (uint64_t)index->unit;
		if (flips & BANK_BITS) {
			live |= UINT32_C(1) << b;
			live_flips |= (uint32_t)(flips & BANK_BITS);
			part[n++] = flips & BANK_BITS;
		} else if (flips) {
			dead |= UINT32_C(1) << b;
			dead_flips |= (uint32_t)flips;
		}
	}
	buf_puts(out, "address bits 2-6 select the bank; ");
	if (dead) {
		print_bit_list(out, "lane bit", dead);
		buf_printf(out, " flip%s ", __builtin_popcount(dead) == 1 ? "s" : "");
		buf_puts(out, "only ");
		print_bit_list(out, "bit", dead_flips);
		buf_puts(out, ", ");
	}
	if (live && rank_of(part, n) < n) {
		print_bit_list(out, "lane bit", live);
		buf_puts(out, " flip ");
		print_bit_list(out, "bit", live_flips);
		buf_printf(out, " in only %d combinations, ", 1 << rank_of(part, n));
	}
	buf_puts(out, "so ");
}

const char *explain_form(Arena *arena, const Fact *fact)
{
	Buf out = { 0 };
	const IndexForm *index = &fact->index;
	bool is_power = index->unit > 0 && (index->unit & (index->unit - 1)) == 0;
	if (index->kind != INDEX_NONE && !form_fits(fact)) {
		buf_puts(&out, "the distance between lanes changes with the iteration; at worst ");
		print_lane_step(&out, fact);
	} else if (index->kind == INDEX_AFFINE) {
		print_affine(&out, index);
		if (!print_lane_step(&out, fact))
			print_row_steps(&out, fact);
	} else if (index->kind == INDEX_XOR && index->text) {
		buf_printf(&out, "index = %s, in units of %s: ", index->text, count_of(arena, index->unit, "byte"));
		if (is_power)
			print_bits(&out, index);
	} else if (!print_lane_step(&out, fact)) {
		buf_puts(&out, "the index is neither a sum nor an XOR of thread-index bits: ");
	}
	print_conclusion(&out, fact);
	return take(arena, &out);
}

/* --- the witness -------------------------------------------------------------------------------- */

/* "bank 3", or "one bank" if a runtime value decides which one. */
static const char *bank_words(Arena *arena, const Fact *fact)
{
	if (fact->worst.floating && (!fact->index.symbolic || symbolic_step(fact) % (BANKS * BANK_BYTES)))
		return "one bank";
	return arena_printf(arena, "bank %d", fact->worst.cost.worst_bank);
}

int explain_words(const Fact *fact)
{
	const WarpPattern *worst = &fact->worst;
	int64_t seen[WARP_LANES];
	int n = 0, words = fact->bytes > BANK_BYTES ? fact->bytes / BANK_BYTES : 1;
	for (int lane = 0; lane < WARP_LANES; lane++) {
		if (!(worst->cost.worst_lanes >> lane & 1))
			continue;
		int64_t word = worst->offset[lane] >> 2;
		for (int w = 1; w < words && (word & (BANKS - 1)) != worst->cost.worst_bank; w++)
			word++;
		int i = 0;
		while (i < n && seen[i] != word)
			i++;
		if (i == n)
			seen[n++] = word;
	}
	return n;
}

const char *explain_witness(Arena *arena, const Fact *fact)
{
	Buf out = { 0 };
	const WarpPattern *worst = &fact->worst;
	uint32_t lanes = worst->cost.worst_lanes;
	int words = explain_words(fact);
	if (__builtin_popcount(lanes) < 2)
		return NULL;
	buf_printf(&out, "warp %d", worst->warp);
	if (worst->iteration > 0)
		buf_printf(&out, ", iteration %lld", (long long)worst->iteration + 1);
	buf_puts(&out, ": lanes ");
	print_lanes(&out, lanes);
	if (words == 1)
		buf_printf(&out, " use one word of %s", bank_words(arena, fact));
	else
		buf_printf(&out, " use %d different words of %s", words, bank_words(arena, fact));
	return take(arena, &out);
}

const char *explain_total(Arena *arena, const Fact *fact)
{
	const BankCost *worst = &fact->worst.cost;
	int64_t a, b;
	if (fact->warps < 2 || worst->wavefronts < 1 || worst->ideal < 1)
		return NULL;
	if (__builtin_mul_overflow(fact->wavefronts, worst->ideal, &a) || __builtin_mul_overflow(fact->ideal, worst->wavefronts, &b) ||
	    a == b)
		return NULL;
	if (fact->mix.ideal && !fact->count_known)
		return "the cost differs between warps or iterations, and which of them reach the access is not known";
	const char *bound = fact->certainty == CERTAINTY_BOUND ? "at most " : "";
	return arena_printf(arena, "%s%lld wavefronts in %lld requests of all warps and iterations, where %lld would do%s", bound,
			    (long long)fact->wavefronts, (long long)fact->warps, (long long)fact->ideal,
			    fact->count_known ? "" : " (how often they run is not known)");
}
