/* Lanes whose words only the data knows.
 *
 * Something can be known even so: what a lane's offset is a multiple of, in which range it lies, where its object
 * ends.  From that follow the words of each bank that it may ask for, and the most wavefronts that there can be. */
#include "eval/cost/price_impl.h"

#include <string.h>

enum { ROW = BANKS * BANK_BYTES };
static const int SAMPLES = 24;

/* Random data comes that close to the worst: the worst may be said. */
static const double NEARLY = 0.9;

/* Far enough apart that different multiples never meet by accident. */
static const int64_t FAR = (int64_t)1 << 24;

/* Offsets that a lane may have: first, first + step … as many as n. */
typedef struct Choice {
	int64_t first, step, n;
} Choice;

typedef struct Choices {
	Choice of[WARP_LANES];
} Choices;

static Choice choice_of(const Warp *w, int lane)
{
	const Access *a = w->access;
	const Unknown *unknown = a->offset->unknown;
	int64_t at = w->request.offset[lane], step = unknown->align > a->bytes ? unknown->align : a->bytes;
	if (!(w->unknown_lanes >> lane & 1))
		return (Choice){ at, step, 1 };
	int64_t residue = unknown->align >= a->bytes ? at : 0, low = 0, high = a->object_bytes - a->bytes;
	bool bounded = a->object_bytes > 0 && !a->offset->n_terms;
	if (unknown->ranged) {
		low = bounded && at + unknown->low < low ? low : at + unknown->low;
		high = bounded && at + unknown->high > high ? high : at + unknown->high;
		bounded = true;
	}
	int64_t first = low + ((residue - low) % step + step) % step;
	if (bounded && first <= high)
		return (Choice){ first, step, (high - first) / step + 1 };
	/* Without an end it finds a row for itself in any bank that it reaches. */
	int64_t enough = step < ROW ? WARP_LANES * (ROW / step) : WARP_LANES;
	return (Choice){ (residue % step + step) % step + FAR * (lane + 1), step, enough };
}

/* How many steps lead back to the same bank. */
static int64_t period_of(const Choice *c)
{
	return c->step < ROW ? ROW / c->step : 1;
}

static int bank_at(int64_t offset)
{
	return (int)(offset >> 2 & (BANKS - 1));
}

/* Offsets may be negative where they count from a point inside an object. */
static int64_t row_at(int64_t offset)
{
	return offset >> 7;
}

static uint32_t banks_of(const Choice *c)
{
	uint32_t banks = 0;
	for (int64_t j = 0; j < period_of(c) && j < c->n; j++)
		banks |= (uint32_t)1 << bank_at(c->first + j * c->step);
	return banks;
}

/* --- the most lanes of a bank that can have a row each ---------------------------------------------- */

/* A lane's offsets in a bank, one of each row; with as many as there are lanes it always finds one for itself. */
typedef struct Seats {
	int64_t offset[WARP_LANES];
	int n;
} Seats;

typedef struct Seating {
	Seats seats[WARP_LANES];
	int64_t at[WARP_LANES];    /* where each lane sits */
	uint32_t seated, asked;
} Seating;

static void find_seats(const Choice *c, int bank, Seats *out)
{
	int64_t period = period_of(c);
	out->n = 0;
	for (int64_t j = 0; j < period && j < c->n; j++) {
		if (bank_at(c->first + j * c->step) != bank)
			continue;
		for (int64_t i = j; i < c->n && out->n < WARP_LANES; i += period) {
			int64_t at = c->first + i * c->step;
			int seen = 0;
			while (seen < out->n && row_at(out->offset[seen]) != row_at(at))
				seen++;
			if (seen == out->n)
				out->offset[out->n++] = at;
		}
	}
}

static int who_sits(const Seating *s, int64_t offset)
{
	for (int l = 0; l < WARP_LANES; l++)
		if (s->seated >> l & 1 && row_at(s->at[l]) == row_at(offset))
			return l;
	return -1;
}

static bool sit(Seating *s, int lane, int64_t offset)
{
	s->at[lane] = offset;
	s->seated |= (uint32_t)1 << lane;
	return true;
}

/* Finds the lane a row, moving others on where need be. */
static bool seat(Seating *s, int lane)
{
	if (s->asked >> lane & 1)
		return false;
	s->asked |= (uint32_t)1 << lane;
	const Seats *seats = &s->seats[lane];
	for (int i = 0; i < seats->n; i++)
		if (who_sits(s, seats->offset[i]) < 0)
			return sit(s, lane, seats->offset[i]);
	for (int i = 0; i < seats->n; i++)
		if (seat(s, who_sits(s, seats->offset[i])))
			return sit(s, lane, seats->offset[i]);
	return false;
}

/* No more than this find a row: between the first and the last that any of them may have. */
static int64_t rows_between(const Choices *choices, uint32_t lanes)
{
	int64_t low = INT64_MAX, high = INT64_MIN;
	for (int l = 0; l < WARP_LANES; l++) {
		const Choice *c = &choices->of[l];
		int64_t first = row_at(c->first), last = row_at(c->first + (c->n - 1) * c->step);
		if (!(lanes >> l & 1))
			continue;
		low = first < low ? first : low;
		high = last > high ? last : high;
	}
	return high - low + 1;
}

static int seat_all(Seating *s, const Choices *choices, uint32_t lanes, int bank, int64_t rows)
{
	int n = 0;
	s->seated = 0;
	for (int l = 0; l < WARP_LANES; l++)
		if (lanes >> l & 1)
			find_seats(&choices->of[l], bank, &s->seats[l]);
	for (int l = 0; l < WARP_LANES && n < rows; l++) {
		s->asked = 0;
		n += lanes >> l & 1 && seat(s, l);
	}
	return n;
}

/* Of most atomics lanes on one word take turns too: it is enough that they reach the bank. */
static int crowd(Seating *s, const Choices *choices, uint32_t lanes, int bank)
{
	for (int l = 0; l < WARP_LANES; l++) {
		if (!(lanes >> l & 1))
			continue;
		find_seats(&choices->of[l], bank, &s->seats[l]);
		s->at[l] = s->seats[l].offset[0];
	}
	s->seated = lanes;
	return __builtin_popcount(lanes);
}

/* The request in which most lanes meet on a bank; `words`: each with a word of its own. */
static WarpRequest find_worst(const Warp *w, const Choices *choices, bool words)
{
	WarpRequest worst = w->request;
	uint32_t banks[WARP_LANES] = { 0 };
	int most = 0;
	for (int l = 0; l < WARP_LANES; l++)
		if (w->request.active >> l & 1)
			banks[l] = banks_of(&choices->of[l]);
	int64_t rows = words ? rows_between(choices, w->request.active) : WARP_LANES;
	for (int bank = 0; bank < BANKS && most < rows; bank++) {
		Seating s;
		uint32_t lanes = 0;
		for (int l = 0; l < WARP_LANES; l++)
			lanes |= (banks[l] >> bank & 1) << l;
		if (__builtin_popcount(lanes) <= most)
			continue;
		int n = words ? seat_all(&s, choices, lanes, bank, rows) : crowd(&s, choices, lanes, bank);
		if (n <= most)
			continue;
		most = n;
		for (int l = 0; l < WARP_LANES; l++)
			worst.offset[l] = s.seated >> l & 1 ? s.at[l] : choices->of[l].first;
	}
	return worst;
}

/* --- the mean ------------------------------------------------------------------------------------- */

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

/* Over random choices. */
static double expected_cost(const Warp *w, const Choices *choices)
{
	uint32_t state = 1;
	double sum = 0;
	for (int s = 0; s < SAMPLES; s++) {
		WarpRequest request = w->request;
		for (int l = 0; l < WARP_LANES; l++)
			if (w->unknown_lanes >> l & 1)
				request.offset[l] = choices->of[l].first + choices->of[l].step * (next_random(&state) % choices->of[l].n);
		sum += bank_cost(w->cache->arch, &request).wavefronts;
	}
	return sum / SAMPLES;
}

/* --- both ------------------------------------------------------------------------------------------ */

/* A part that is the same for all lanes may move narrow ones to other words, in a way that is not known. */
static bool is_shifted(const Warp *w)
{
	int64_t align = w->access->offset->unknown->align;
	bool even = w->shift_align >= BANK_BYTES && (align >= w->request.bytes || align >= BANK_BYTES);
	return w->access->offset->n_terms && !even;
}

/* The banks may be known although the words are not: dearest where all words differ, cheapest where they agree. */
static bool price_known_banks(Warp *w)
{
	bool all = w->unknown_lanes == w->request.active;
	if (!all || w->access->offset->unknown->align < ROW || w->n_varying || is_shifted(w) || price_goes_by_line(w->request.op))
		return false;
	WarpRequest apart = w->request, together = w->request;
	for (int l = 0; l < WARP_LANES; l++) {
		together.offset[l] &= ROW - 1;
		apart.offset[l] = together.offset[l] + FAR + ROW * (int64_t)l;
	}
	BankCost most = price_of(w->cache, apart), least = price_of(w->cache, together);
	if (most.wavefronts != least.wavefronts || most.ideal != least.ideal || !most.exact)
		return false;
	price_take_worse(w, &apart, most);
	w->out->certainty = CERTAINTY_EXACT;
	return true;
}

/* One phase, and nothing but the words decides. */
static bool has_worst(const Warp *w)
{
	AccessKind kind = bank_op_kind(w->request.op);
	return w->request.bytes <= BANK_BYTES && !w->n_varying && !w->too_many && !is_shifted(w) &&
	       (kind == ACCESS_LOAD || kind == ACCESS_STORE || kind == ACCESS_ATOMIC);
}

/* Never cheaper than the lanes that are known, or than one. */
static int least_wavefronts(const Warp *w)
{
	WarpRequest few = w->request;
	few.active &= ~w->unknown_lanes;
	if (!few.active)
		few.active = w->request.active & -w->request.active;
	return price_of(w->cache, few).wavefronts;
}

static WarpRequest worst_of(Warp *w, const Choices *choices)
{
	WarpRequest worst = find_worst(w, choices, true);
	if (bank_op_kind(w->request.op) != ACCESS_ATOMIC)
		return worst;
	WarpRequest on_one = find_worst(w, choices, false);
	return price_of(w->cache, on_one).wavefronts > price_of(w->cache, worst).wavefronts ? on_one : worst;
}

/* What was found for the same choices: a loop's iterations and a block's warps have them in common. */
struct DataMemo {
	BankOp op;
	int bytes;
	uint32_t active, unknown_lanes;
	Choices choices;
	bool has_worst;
	WarpRequest worst;
	double expected;
};

static bool is_memo_of(const DataMemo *memo, const Warp *w, const Choices *choices)
{
	return !price_has_source(memo->op) && memo->op == w->request.op && memo->bytes == w->request.bytes &&
	       memo->active == w->request.active && memo->unknown_lanes == w->unknown_lanes && memo->has_worst == has_worst(w) &&
	       !memcmp(&memo->choices, choices, sizeof *choices);
}

static const DataMemo *memo_of(Warp *w, const Choices *choices)
{
	PriceCache *cache = w->cache;
	for (int i = 0; i < DATA_MEMOS; i++)
		if (cache->data[i] && is_memo_of(cache->data[i], w, choices))
			return cache->data[i];
	int next = cache->n_data++ % DATA_MEMOS;
	DataMemo *memo = cache->data[next] ? cache->data[next] : arena_new_of(cache->arena, DataMemo);
	memo->op = w->request.op;
	memo->bytes = w->request.bytes;
	memo->active = w->request.active;
	memo->unknown_lanes = w->unknown_lanes;
	memo->choices = *choices;
	memo->has_worst = has_worst(w);
	memo->expected = expected_cost(w, choices);
	if (memo->has_worst)
		memo->worst = worst_of(w, choices);
	cache->data[next] = memo;
	return memo;
}

void price_data(Warp *w)
{
	const Unknown *unknown = w->access->offset->unknown;
	Price *out = w->out;
	Choices choices;
	if (price_known_banks(w))
		return;
	for (int l = 0; l < WARP_LANES; l++)
		choices.of[l] = w->request.active >> l & 1 ? choice_of(w, l) : (Choice){ 0, 1, 1 };
	out->reason = unknown->reason;
	out->reason_loc = unknown->loc;
	out->certainty = reason_is_data(unknown->reason) ? CERTAINTY_DATA : CERTAINTY_UNKNOWN;
	const DataMemo *memo = memo_of(w, &choices);
	out->expected = memo->expected;
	if (!memo->has_worst) {
		price_at_most(w);
		return;
	}
	BankCost cost = price_of(w->cache, memo->worst);
	price_take_worse(w, &memo->worst, cost);
	if (cost.exact && cost.wavefronts == least_wavefronts(w)) {
		out->certainty = CERTAINTY_EXACT;
		out->reason = REASON_NONE;
	} else if (out->certainty == CERTAINTY_DATA && out->expected >= NEARLY * cost.wavefronts) {
		out->certainty = CERTAINTY_BOUND;
	}
}
