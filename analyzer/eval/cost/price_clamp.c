/* Indices that are kept inside a border that is not known: every place of the border among the lanes is tried. */
#include "eval/cost/price_impl.h"

enum { MAX_PLACES = 256 };

static int64_t of_lane(const Warp *w, int lane)
{
	return w->clamped->clamp.at[w->first + lane];
}

static WarpRequest request_at(const Warp *w, int64_t border)
{
	WarpRequest request = w->request;
	for (int l = 0; l < WARP_LANES; l++) {
		const int64_t past = request.active >> l & 1 ? border - of_lane(w, l) : 0;
		if (past > 0)
			request.offset[l] = (int64_t)((uint64_t)request.offset[l] + (uint64_t)w->clamped->clamp.by * (uint64_t)past);
	}
	return request;
}

bool price_clamped(Warp *w)
{
	const int64_t by = w->clamped->clamp.by, unit = by & -by;
	int64_t low = INT64_MAX, high = INT64_MIN;
	for (uint32_t m = w->request.active; m; m &= m - 1) {
		const int64_t at = of_lane(w, __builtin_ctz(m));
		low = at < low ? at : low;
		high = at > high ? at : high;
	}
	if (low < -INT32_MAX || high > INT32_MAX || high - low > MAX_PLACES)
		return false;
	w->shift_align = unit < w->shift_align ? unit : w->shift_align;
	bool all_same = true;
	int first = -1;
	/* Below the lowest lane's the border changes nothing; from the highest lane's on it is that of all lanes. */
	for (int64_t border = low; border <= high; border++) {
		const WarpRequest request = request_at(w, border);
		BankCost cost;
		all_same = price_shifts(w, &request, &cost) && all_same;
		all_same = all_same && (first < 0 || first == cost.wavefronts);
		first = first < 0 ? cost.wavefronts : first;
	}
	w->out->certainty = all_same ? CERTAINTY_EXACT : CERTAINTY_BOUND;
	w->out->reason = all_same ? REASON_NONE : w->clamped->reason;
	w->out->reason_loc = w->clamped->loc;
	return true;
}
