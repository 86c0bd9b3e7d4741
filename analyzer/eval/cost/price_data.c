/* Prices accesses whose offsets depend on data.
 *
 * The alignment and range of a lane's offset and the size of the object may be known even so.  They give the words of
 * each bank that the lane may access, and so the most wavefronts that are possible. */
#include "eval/cost/price_impl.h"

#include <string.h>

enum { ROW = BANKS * BANK_BYTES };
static const int SAMPLES = 24;

/* If random data costs this part of the worst, the worst is given as a bound. */
static const double NEARLY = 0.9;

/* Far enough apart that different multiples never share a word by accident. */
static const int64_t FAR = (int64_t)1 << 24;

/* The n offsets that a lane may have: first, first + step, … */
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
	/* Unbounded: enough offsets for a row of its own in each bank that it reaches. */
	int64_t enough = step < ROW ? WARP_LANES * (ROW / step) : WARP_LANES;
	return (Choice){ (residue % step + step) % step + FAR * (lane + 1), step, enough };
}

/* The number of steps to the same bank again. */
static int64_t period_of(const Choice *c)
{
	return c->step < ROW ? ROW / c->step : 1;
}

static int bank_at(int64_t offset)
{
	return (int)(offset >> 2 & (BANKS - 1));
}

/* Offsets may be negative: they may be relative to a point inside an object. */
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

/* --- the most lanes that can access different rows of a bank: bipartite matching -------------------- */

/* A lane's offsets in a bank, one for each row; WARP_LANES of them are enough to always find a free one. */
typedef struct Candidates {
	int64_t offset[WARP_LANES];
	int n;
} Candidates;

typedef struct Matching {
	Candidates candidates[WARP_LANES];
	int64_t at[WARP_LANES];    /* the offset that each lane is matched with */
	uint32_t matched, visited;    /* lanes that are matched; lanes already visited in this search */
} Matching;

static void find_candidates(const Choice *c, int bank, Candidates *out)
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

static int lane_in_row(const Matching *s, int64_t offset)
{
	for (int l = 0; l < WARP_LANES; l++)
		if (s->matched >> l & 1 && row_at(s->at[l]) == row_at(offset))
			return l;
	return -1;
}

static bool assign(Matching *s, int lane, int64_t offset)
{
	s->at[lane] = offset;
	s->matched |= (uint32_t)1 << lane;
	return true;
}

/* Matches the lane with a free row, moving other lanes to other rows if need be (augmenting path). */
static bool match(Matching *s, int lane)
{
	if (s->visited >> lane & 1)
		return false;
	s->visited |= (uint32_t)1 << lane;
	const Candidates *candidates = &s->candidates[lane];
	for (int i = 0; i < candidates->n; i++)
		if (lane_in_row(s, candidates->offset[i]) < 0)
			return assign(s, lane, candidates->offset[i]);
	for (int i = 0; i < candidates->n; i++)
		if (match(s, lane_in_row(s, candidates->offset[i])))
			return assign(s, lane, candidates->offset[i]);
	return false;
}

/* The number of rows between the first and the last that any of the lanes may access. */
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

static int match_all(Matching *s, const Choices *choices, uint32_t lanes, int bank, int64_t rows)
{
	int n = 0;
	s->matched = 0;
	for (int l = 0; l < WARP_LANES; l++)
		if (lanes >> l & 1)
			find_candidates(&choices->of[l], bank, &s->candidates[l]);
	for (int l = 0; l < WARP_LANES && n < rows; l++) {
		s->visited = 0;
		n += lanes >> l & 1 && match(s, l);
	}
	return n;
}

/* For most atomics, lanes on one word take a wavefront each, too: every lane that reaches the bank counts. */
static int gather(Matching *s, const Choices *choices, uint32_t lanes, int bank)
{
	for (int l = 0; l < WARP_LANES; l++) {
		if (!(lanes >> l & 1))
			continue;
		find_candidates(&choices->of[l], bank, &s->candidates[l]);
		s->at[l] = s->candidates[l].offset[0];
	}
	s->matched = lanes;
	return __builtin_popcount(lanes);
}

/* The request in which most lanes access one bank; `words`: each a word of its own. */
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
		Matching s;
		uint32_t lanes = 0;
		for (int l = 0; l < WARP_LANES; l++)
			lanes |= (banks[l] >> bank & 1) << l;
		if (__builtin_popcount(lanes) <= most)
			continue;
		int n = words ? match_all(&s, choices, lanes, bank, rows) : gather(&s, choices, lanes, bank);
		if (n <= most)
			continue;
		most = n;
		for (int l = 0; l < WARP_LANES; l++)
			worst.offset[l] = s.matched >> l & 1 ? s.at[l] : choices->of[l].first;
	}
	return worst;
}

/* --- the mean ------------------------------------------------------------------------------------- */

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

/* The mean over random choices. */
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

/* --- worst and mean -------------------------------------------------------------------------------- */

/* An unknown uniform part may move narrow accesses to other words. */
static bool is_shifted(const Warp *w)
{
	int64_t align = w->access->offset->unknown->align;
	bool even = w->shift_align >= BANK_BYTES && (align >= w->request.bytes || align >= BANK_BYTES);
	return w->access->offset->n_terms && !even;
}

/* The banks may be known although the words are not: costliest if all words differ, cheapest if all are equal.  True if
 * both cost the same. */
static bool price_known_banks(Warp *w)
{
	bool all = w->unknown_lanes == w->request.active;
	if (!all || w->access->offset->unknown->align < ROW || w->n_varying || is_shifted(w) || price_is_by_line(w->request.op))
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
	w->out->open_rows = w->access->offset->unknown->align;
	return true;
}

bool price_in_one_row(Warp *w)
{
	const int64_t bytes = w->access->bytes, object = w->access->object_bytes;
	const AccessKind kind = bank_op_kind(w->request.op);
	if ((!w->unknown_lanes && !w->n_varying && !w->too_many) || object < bytes || object > ROW ||
	    (kind != ACCESS_LOAD && kind != ACCESS_STORE))
		return false;
	WarpRequest apart = w->request, together = w->request;
	for (int l = 0; l < WARP_LANES; l++) {
		apart.offset[l] = bytes * (l % (object / bytes));
		together.offset[l] = 0;
	}
	const BankCost most = price_of(w->cache, apart), least = price_of(w->cache, together);
	const bool same = most.wavefronts == least.wavefronts && most.ideal == least.ideal && most.exact;
	price_take_worse(w, &apart, most);
	w->out->certainty = same ? CERTAINTY_EXACT : CERTAINTY_BOUND;
	w->out->reason = same ? REASON_NONE : w->access->offset->unknown ? w->access->offset->unknown->reason : REASON_ARGUMENT;
	return true;
}

/* The access is one phase and its cost depends on the words alone: find_worst() applies. */
static bool has_worst(const Warp *w)
{
	AccessKind kind = bank_op_kind(w->request.op);
	return w->request.bytes <= BANK_BYTES && !w->n_varying && !w->too_many && !is_shifted(w) &&
	       (kind == ACCESS_LOAD || kind == ACCESS_STORE || kind == ACCESS_ATOMIC);
}

/* A lower bound: the cost of the known lanes, or of one lane. */
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

/* A result for the same choices: iterations of a loop and warps of a block often have them in common. */
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
	return !bank_op_has_source(memo->op) && memo->op == w->request.op && memo->bytes == w->request.bytes &&
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

/* A store for which all lanes have the same places to choose from: mostly each goes to the place of its rank, which is a permutation
 * and not random. */
static bool scatters(const Warp *w, const Choices *choices)
{
	bool alike = bank_op_kind(w->request.op) == ACCESS_STORE;
	const int first = __builtin_ctz(w->request.active);
	for (int l = first; l < WARP_LANES && alike; l++)
		alike = !(w->request.active >> l & 1) || !memcmp(&choices->of[l], &choices->of[first], sizeof *choices->of);
	return alike;
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
		price_upper_bound(w);
		return;
	}
	BankCost cost = price_of(w->cache, memo->worst);
	price_take_worse(w, &memo->worst, cost);
	if (cost.exact && cost.wavefronts == least_wavefronts(w)) {
		out->certainty = CERTAINTY_EXACT;
		out->reason = REASON_NONE;
	} else if (out->certainty == CERTAINTY_DATA && out->expected >= NEARLY * cost.wavefronts && !scatters(w, &choices)) {
		out->certainty = CERTAINTY_BOUND;
	}
}
