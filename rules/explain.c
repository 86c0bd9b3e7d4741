/* Why an access costs what it does: sentences computed from the fact, never from a rule of thumb. */
#include "fix/advice.h"
#include "rules/explain.h"
#include "rules/words.h"

enum { BANK_BITS = 0x7c }; /* of a byte address */

static int64_t gcd(int64_t a, int64_t b)
{
	while (b) {
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

static const char *take(Arena *arena, Buf *buf)
{
	const char *text = buf->n ? arena_strdup(arena, buf->s) : NULL;
	buf_free(buf);
	return text;
}

/* --- what the worst phase does ------------------------------------------------------------------ */

typedef struct PhaseUse {
	int lanes;      /* active in the phase */
	int banks;      /* that they touch */
	int words;      /* that each of them touches */
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

/* "all 32 lanes fall on one bank", "the 8 lanes of a phase fall on only 16 of the 32 banks" */
static void print_conclusion(Buf *out, const Fact *fact)
{
	PhaseUse use = phase_use(fact);
	const char *of = use.is_warp ? "" : " of a phase";
	int together = __builtin_popcount(fact->worst.cost.worst_lanes);
	if (use.banks <= use.words)
		buf_printf(out, use.words == 1 ? "all %d lanes%s fall on one bank" : "all %d lanes%s fall on the same %d banks", use.lanes,
			   of, use.words);
	else if (use.banks <= BANKS / 2)
		buf_printf(out, "the %d lanes%s fall on only %d of the 32 banks", use.lanes, of, use.banks);
	else
		buf_printf(out, "%d of the %d lanes%s meet on one bank", together, use.lanes, of);
}

/* --- the form ----------------------------------------------------------------------------------- */

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

/* The form's address of a thread, without what is the same for all. */
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

/* Whether the form describes the worst warp access: it is that of the first iteration, and turns may differ. */
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

/* How many bytes each lane is from the next one, if all active lanes are evenly apart. */
static bool lane_step(const WarpPattern *pattern, int64_t *step)
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

/* "neighbouring lanes are 32 words apart; gcd(32, 32 banks) = 32, so …" */
static bool print_lane_step(Buf *out, const Fact *fact)
{
	int64_t step = 0;
	if (!lane_step(&fact->worst, &step))
		return false;
	step = step < 0 ? -step : step;
	buf_puts(out, "neighbouring lanes are ");
	print_distance(out, step);
	buf_puts(out, " apart");
	if (fact->bytes > BANK_BYTES)
		buf_printf(out, " and take %d words each", fact->bytes / BANK_BYTES);
	if (step && step % BANK_BYTES == 0)
		buf_printf(out, "; gcd(%lld, 32 banks) = %lld", (long long)(step / BANK_BYTES), (long long)gcd(step / BANK_BYTES, BANKS));
	buf_puts(out, ", so ");
	return true;
}

/* A warp that holds several rows of the block. */
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
	buf_printf(out, "a warp holds %d rows of %d threads; threadIdx.x steps ", rows, block[0]);
	print_distance(out, x < 0 ? -x : x);
	buf_puts(out, ", threadIdx.y ");
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
		buf_puts(&out, "the step between lanes changes from iteration to iteration; at the worst ");
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
		buf_puts(&out, "the index is neither a sum nor a XOR of thread-index bits; ");
	}
	print_conclusion(&out, fact);
	return take(arena, &out);
}

/* --- the witness -------------------------------------------------------------------------------- */

/* "bank 3", or "one bank" where a runtime value moves all lanes to which one is not known. */
static const char *bank_words(Arena *arena, const Fact *fact)
{
	if (fact->worst.floating && (!fact->index.symbolic || symbolic_step(fact) % (BANKS * BANK_BYTES)))
		return "one bank";
	return arena_printf(arena, "bank %d", fact->worst.cost.worst_bank);
}

/* Different words that the lanes ask of the bank. */
static int words_on_bank(const Fact *fact)
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
	int n = __builtin_popcount(lanes), words = words_on_bank(fact);
	if (n < 2)
		return NULL;
	buf_printf(&out, "warp %d", worst->warp);
	if (worst->iteration > 0)
		buf_printf(&out, ", iteration %lld", (long long)worst->iteration + 1);
	buf_puts(&out, ": lanes ");
	print_lanes(&out, lanes);
	buf_puts(&out, n == 2 ? " both hit " : " all hit ");
	if (words == 1)
		buf_printf(&out, "one word of %s", bank_words(arena, fact));
	else if (words == n)
		buf_printf(&out, "%s in different words", bank_words(arena, fact));
	else
		buf_printf(&out, "%s in %d different words", bank_words(arena, fact), words);
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
		return "warps and iterations differ, and which of them get here is not known";
	const char *bound = fact->certainty == CERTAINTY_BOUND ? "at most " : "";
	return arena_printf(arena,
			    "warps and iterations differ: over %lld warp accesses %s%lld wavefronts "
			    "where %lld would do%s",
			    (long long)fact->warps, bound, (long long)fact->wavefronts, (long long)fact->ideal,
			    fact->count_known ? "" : " (how often they run is not known)");
}
