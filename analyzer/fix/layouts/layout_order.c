#include "fix/layouts/layout_order.h"

/* In the time that shared memory takes for a wavefront an SM's four schedulers issue as many instructions. */
enum { INSTRUCTIONS_PER_WAVEFRONT = 4 };

static bool loses_blocks(const Layout *layout)
{
	return layout->blocks.after < layout->blocks.before;
}

bool layout_is_beaten(const Layout *layout, const Layout *by, int n)
{
	for (int i = 0; i < n; i++)
		if (by[i].kind != LAYOUT_EXCHANGE && by[i].settled >= layout->settled && by[i].wavefronts <= layout->wavefronts &&
		    by[i].extra_bytes != EXTRA_UNKNOWN &&
		    (layout->extra_bytes == EXTRA_UNKNOWN || by[i].extra_bytes <= layout->extra_bytes))
			return true;
	return false;
}

/* Whether `other` costs no block, and the instructions that it does without take longer than the wavefronts that it needs more. */
static bool takes_longer(const Layout *layout, const Layout *other)
{
	return !loses_blocks(other) && other->wavefronts > layout->wavefronts &&
	       layout->instructions - other->instructions > INSTRUCTIONS_PER_WAVEFRONT * (other->wavefronts - layout->wavefronts);
}

/* Puts layouts that take longer than a later one behind it. */
static void put_back(Layout *layouts, int n)
{
	for (int i = n - 2; i >= 0; i--) {
		const Layout moving = layouts[i];
		int to = i;
		for (int j = i + 1; j < n; j++)
			to = takes_longer(&moving, &layouts[j]) ? j : to;
		for (int j = i; j < to; j++)
			layouts[j] = layouts[j + 1];
		layouts[to] = moving;
	}
}

/* An unknown size counts as the largest. */
static int compare_bytes(const Layout *a, const Layout *b)
{
	if (a->extra_bytes == b->extra_bytes)
		return 0;
	if (a->extra_bytes == EXTRA_UNKNOWN || b->extra_bytes == EXTRA_UNKNOWN)
		return a->extra_bytes == EXTRA_UNKNOWN ? 1 : -1;
	return a->extra_bytes < b->extra_bytes ? -1 : 1;
}

static bool comes_before(const Layout *a, const Layout *b, Preference prefer)
{
	if (a->wavefronts != b->wavefronts)
		return a->wavefronts < b->wavefronts;
	if (a->settled != b->settled)
		return a->settled > b->settled;
	const int bytes = compare_bytes(a, b);
	if (prefer == PREFER_SIMPLICITY || (prefer == PREFER_MEMORY && bytes))
		return prefer == PREFER_MEMORY && bytes < 0;
	if (loses_blocks(a) != loses_blocks(b))
		return loses_blocks(b);
	return a->instructions != b->instructions ? a->instructions < b->instructions : bytes < 0;
}

void layouts_sort(Layout *layouts, int n, Preference prefer)
{
	for (int i = 1; i < n; i++) {
		const Layout moving = layouts[i];
		int j = i;
		for (; j > 0 && comes_before(&moving, &layouts[j - 1], prefer); j--)
			layouts[j] = layouts[j - 1];
		layouts[j] = moving;
	}
	if (prefer == PREFER_OCCUPANCY)
		put_back(layouts, n);
}
