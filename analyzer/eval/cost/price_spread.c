/* Unknown parts of which it is known how they differ between lanes: each way in which they can is tried. */
#include "eval/cost/price_impl.h"

enum { MAX_PLACES = 256, ROW = BANKS * BANK_BYTES };

/* The greatest power of two, up to a row, that divides the product. */
static int64_t unit_of(int64_t by, int64_t step)
{
	const uint64_t bits = (uint64_t)by * (uint64_t)step | ROW;
	return (int64_t)(bits & (0 - bits));
}

static int64_t of_lane(const Warp *w, int lane)
{
	return w->spread->spread.at[w->first + lane];
}

static WarpRequest request_at(const Warp *w, const Spread *spread, int64_t m)
{
	WarpRequest request = w->request;
	for (uint32_t lanes = request.active; lanes; lanes &= lanes - 1) {
		const int l = __builtin_ctz(lanes);
		const int64_t part = spread_part(spread, of_lane(w, l), m);
		request.offset[l] = (int64_t)((uint64_t)request.offset[l] + (uint64_t)spread->by * (uint64_t)part);
	}
	return request;
}

typedef struct Tried {
	bool all_same;
	int first; /* wavefronts; -1: none was tried */
	double sum; /* of the wavefronts of each m */
} Tried;

/* It costs the same for `n` numbers that m may be, from this one. */
static void try_at(Warp *w, const Spread *spread, int64_t m, int64_t n, Tried *tried)
{
	const WarpRequest request = request_at(w, spread, m);
	BankCost cost;
	tried->all_same = price_shifts(w, &request, &cost) && tried->all_same;
	tried->all_same = tried->all_same && (tried->first < 0 || tried->first == cost.wavefronts);
	tried->first = tried->first < 0 ? cost.wavefronts : tried->first;
	tried->sum += (double)n * cost.wavefronts;
}

/* Below the lowest lane's the border changes nothing; from the highest lane's on it is that of all lanes. */
static void try_borders(Warp *w, int64_t low, int64_t high, Tried *tried)
{
	for (int64_t border = low; border <= high; border++)
		try_at(w, &w->spread->spread, border, 1, tried);
}

/* The lanes move together but for those that pass a multiple of the modulus: at the first m where another one does. */
static void try_wraps(Warp *w, const Spread *spread, Tried *tried)
{
	int64_t wraps[WARP_LANES + 2] = { 0 };
	int n = 1;
	for (uint32_t lanes = w->request.active; lanes; lanes &= lanes - 1) {
		const int64_t m = spread_wrap(spread, of_lane(w, __builtin_ctz(lanes)));
		int to = n++;
		for (; wraps[to - 1] > m; to--)
			wraps[to] = wraps[to - 1];
		wraps[to] = m;
	}
	wraps[n] = spread->modulus;
	for (int i = 0; i < n; i++)
		if (wraps[i] < wraps[i + 1])
			try_at(w, spread, wraps[i], (wraps[i + 1] - wraps[i]) / spread->step, tried);
}

/* Moduli of more than the lanes' distance: they wrap once, and what that moves is another bank for each of a row's bytes. */
static void try_moduli(Warp *w, int64_t low, int64_t distance, Tried *tried)
{
	Spread spread = w->spread->spread;
	spread.modulus = (int64_t)1 << 32;
	try_at(w, &spread, -low, 1, tried); /* none passes a multiple */
	const int64_t classes = ROW / unit_of(spread.by, 1);
	for (spread.modulus = 1; spread.modulus <= distance + classes; spread.modulus++) {
		Tried here = *tried;
		try_wraps(w, &spread, &here);
		tried->all_same = here.all_same;
	}
}

bool price_spread(Warp *w)
{
	const Spread *spread = &w->spread->spread;
	const int64_t unit = unit_of(spread->by, spread->kind == SPREAD_REMAINDER ? spread->step : 1);
	int64_t low = INT64_MAX, high = INT64_MIN;
	for (uint32_t m = w->request.active; m; m &= m - 1) {
		const int64_t at = of_lane(w, __builtin_ctz(m));
		low = at < low ? at : low;
		high = at > high ? at : high;
	}
	if (low < -INT32_MAX || high > INT32_MAX || ((spread->kind == SPREAD_BORDER || !spread->modulus) && high - low > MAX_PLACES))
		return false;
	w->shift_align = unit < w->shift_align ? unit : w->shift_align;
	Tried tried = { .all_same = true, .first = -1 };
	if (spread->kind == SPREAD_BORDER)
		try_borders(w, low, high, &tried);
	else if (spread->modulus)
		try_wraps(w, spread, &tried);
	else
		try_moduli(w, low, high - low, &tried);
	if (!tried.all_same && spread->kind != SPREAD_BORDER)
		w->out->expected = tried.sum / (double)(spread->modulus ? spread->modulus / spread->step : 1);
	w->out->certainty = tried.all_same ? CERTAINTY_EXACT : CERTAINTY_BOUND;
	w->out->reason = tried.all_same ? REASON_NONE : w->spread->reason;
	w->out->reason_loc = w->spread->loc;
	return true;
}
