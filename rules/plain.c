/* Why an access conflicts, in a sentence of what one can count: distances in words, lanes, banks. */
#include "rules/plain.h"

#include "base/buf.h"
#include "fix/layouts/advice.h"
#include "rules/explain.h"
#include "rules/words.h"

/* --- the lanes that are served together ----------------------------------------------------------- */

/* The costliest group of lanes that one wavefront could serve at best: for words of 4 bytes the whole warp. */
typedef struct Group {
	const Fact *fact;
	uint32_t lanes;  /* active ones */
	uint32_t worst;  /* of them, those that use the busiest bank */
	int words;       /* that each lane accesses */
	bool is_warp, is_matrix;
} Group;

static Group group_of(const Fact *fact)
{
	const WarpRequest request = warp_request(&fact->worst, fact->op, fact->bytes);
	const BankMap map = bank_map(fact->arch, &request);
	Group group = { .fact = fact, .worst = fact->worst.cost.worst_lanes, .words = map.words, .is_warp = map.n_phases <= 1 };
	group.is_matrix = fact->kind == ACCESS_LDMATRIX || fact->kind == ACCESS_STMATRIX;
	const int phase = group.worst ? map.phase[__builtin_ctz(group.worst)] : 0;
	for (int lane = 0; lane < WARP_LANES; lane++)
		if (map.phase[lane] == phase)
			group.lanes |= UINT32_C(1) << lane;
	return group;
}

static bool has_lane(const Group *group, int lane)
{
	return lane < WARP_LANES && group->lanes >> lane & 1;
}

/* --- distances ------------------------------------------------------------------------------------ */

/* Distances in bytes of threads that are neighbours in the block, as far as the group's lanes show them. */
typedef struct Steps {
	bool has_x, has_y;
	int64_t x, y;
} Steps;

/* False: it differs from the one before. */
static bool take_step(bool *has, int64_t *step, int64_t seen)
{
	if (*has && *step != seen)
		return false;
	*has = true;
	*step = seen;
	return true;
}

static int64_t apart(const Group *group, int lane, int other)
{
	return (int64_t)((uint64_t)group->fact->worst.offset[other] - (uint64_t)group->fact->worst.offset[lane]);
}

/* False: a distance is not the same for all lanes. */
static bool steps_of(const Group *group, Steps *out)
{
	const int *block = group->fact->launch->block;
	const int first = group->fact->worst.warp * WARP_LANES;
	*out = (Steps){ .has_x = false };
	for (int lane = 0; lane < WARP_LANES; lane++) {
		if (!has_lane(group, lane))
			continue;
		const int x = (first + lane) % block[0], y = (first + lane) / block[0] % block[1];
		if (x + 1 < block[0] && has_lane(group, lane + 1) && !take_step(&out->has_x, &out->x, apart(group, lane, lane + 1)))
			return false;
		if (y + 1 < block[1] && has_lane(group, lane + block[0]) &&
		    !take_step(&out->has_y, &out->y, apart(group, lane, lane + block[0])))
			return false;
	}
	return (out->has_x && out->x) || (out->has_y && out->y);
}

static void print_distance(Buf *out, int64_t bytes)
{
	const uint64_t size = bytes < 0 ? 0 - (uint64_t)bytes : (uint64_t)bytes;
	const bool in_words = size % BANK_BYTES == 0;
	const uint64_t n = in_words ? size / BANK_BYTES : size;
	buf_printf(out, "%llu %s%s", (unsigned long long)n, in_words ? "word" : "byte", n == 1 ? "" : "s");
}

/* "thread x+1 is 32 words away", "thread x+1 is 1 word away, y+1 18 words" */
static bool print_steps(Buf *out, const Group *group)
{
	Steps steps;
	if (!steps_of(group, &steps) || (group->is_matrix && steps.has_y))
		return false;
	if (steps.has_x) {
		buf_puts(out, group->is_matrix ? "the next row is " : "thread x+1 is ");
		print_distance(out, steps.x);
		buf_puts(out, " away");
	}
	if (steps.has_y) {
		buf_puts(out, steps.has_x ? ", y+1 " : "thread y+1 is ");
		print_distance(out, steps.y);
		buf_puts(out, steps.has_x ? "" : " away");
	}
	return true;
}

/* "lanes 0, 4, 8 ... 28 are 32 words apart": those of the busiest bank. */
static bool print_worst_step(Buf *out, const Group *group)
{
	int before = -1;
	bool has = false;
	int64_t step = 0;
	for (int lane = 0; lane < WARP_LANES; lane++) {
		if (!(group->worst >> lane & 1))
			continue;
		if (before >= 0 && !take_step(&has, &step, apart(group, before, lane)))
			return false;
		before = lane;
	}
	if (!has || !step)
		return false;
	buf_puts(out, "lanes ");
	print_lanes(out, group->worst);
	buf_puts(out, " are ");
	print_distance(out, step);
	buf_puts(out, " apart");
	return true;
}

/* --- banks ---------------------------------------------------------------------------------------- */

/* Unless a runtime value moves all lanes alike to another bank. */
static bool knows_bank(const Fact *fact)
{
	return !fact->worst.floating || (fact->index.symbolic && symbolic_step(fact) % (BANKS * BANK_BYTES) == 0);
}

/* "bank 0", "banks 0-3", "one bank" */
static void print_banks(Buf *out, const Group *group, bool all)
{
	const int words = all ? group->words : 1, bank = group->fact->worst.cost.worst_bank;
	if (!knows_bank(group->fact))
		buf_puts(out, words > 1 ? "the same banks" : "one bank");
	else if (words > 1)
		buf_printf(out, "banks %d-%d", bank / words * words, bank / words * words + words - 1);
	else
		buf_printf(out, "bank %d", bank);
}

/* "all 32 lanes use bank 0", "lanes 0 and 30 use bank 19" */
static void print_users(Buf *out, const Group *group)
{
	const bool all = group->lanes == group->worst;
	if (all && group->is_matrix)
		buf_printf(out, "all %d rows of a matrix use ", __builtin_popcount(group->lanes));
	else if (all)
		buf_printf(out, group->is_warp ? "all %d lanes use " : "all %d lanes that are served at once use ",
			   __builtin_popcount(group->lanes));
	else {
		buf_puts(out, group->is_matrix ? "rows " : "lanes ");
		print_lanes(out, group->worst);
		buf_puts(out, " use ");
	}
	print_banks(out, group, all);
}

/* Without a distance: "lanes 0-15 use 3 different words of bank 0" */
static void print_words(Buf *out, const Group *group)
{
	buf_puts(out, "lanes ");
	print_lanes(out, group->worst);
	buf_printf(out, " use %d different words of ", explain_words(group->fact));
	print_banks(out, group, false);
}

/* " (nvcc merges 4 loads into one of 16 bytes)", " (nvcc loads only 4 of the 16 bytes: nothing uses the others)" */
static void print_merging(Buf *out, const Fact *fact)
{
	const char *noun = fact->kind == ACCESS_STORE ? "stores" : "loads";
	if (fact->bytes > fact->written)
		buf_printf(out, " (nvcc merges %d %s into one of %d bytes)", __builtin_popcount(fact->parts), noun, fact->bytes);
	else if (fact->bytes < fact->written)
		buf_printf(out, " (nvcc loads only %d of the %d bytes: nothing uses the others)", fact->bytes, fact->written);
}

/* --- bounds --------------------------------------------------------------------------------------- */

/* What makes the cost a bound, shorter than the reason's own text. */
static const char *bound_words(const Fact *fact)
{
	switch (fact->reason) {
	case REASON_BRANCH:
		return "a condition that is not known may leave lanes out";
	case REASON_DATA_BRANCH:
		return "a condition on data may leave lanes out";
	case REASON_MERGE:
		return "nvcc may merge it with a neighbour";
	case REASON_PARTS:
		return "nvcc may load only some of its words";
	case REASON_PIECES:
		return "nvcc may copy the record in other pieces";
	case REASON_LOOP_INVARIANT:
		return "nvcc may move it out of its loop";
	case REASON_SINKING:
		return "nvcc may merge both branches' accesses";
	case REASON_LATE:
		return "nvcc may load it only in the branch that needs it";
	case REASON_ELECT:
		return "nvcc may make one atomic of a warp's";
	default:
		return reason_text(fact->reason);
	}
}

const char *plain_bound(Arena *arena, const Fact *fact)
{
	if (fact->certainty != CERTAINTY_BOUND || fact->reason == REASON_NONE)
		return "";
	return arena_printf(arena, " (at most: %s)", bound_words(fact));
}

/* --- the sentence --------------------------------------------------------------------------------- */

const char *plain_conflict(Arena *arena, const Fact *fact)
{
	if (__builtin_popcount(fact->worst.cost.worst_lanes) < 2)
		return NULL;
	const Group group = group_of(fact);
	Buf out = { 0 };
	if (fact->worst.iteration > 0)
		buf_printf(&out, "in iteration %lld ", (long long)fact->worst.iteration + 1);
	if (print_steps(&out, &group)) {
		buf_puts(&out, ": ");
		print_users(&out, &group);
	} else if (print_worst_step(&out, &group)) {
		buf_puts(&out, ": all use ");
		print_banks(&out, &group, false);
	} else {
		print_words(&out, &group);
	}
	print_merging(&out, fact);
	buf_puts(&out, plain_bound(arena, fact));
	const char *text = arena_strdup(arena, out.s);
	buf_free(&out);
	return text;
}
