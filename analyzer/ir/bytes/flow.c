#include "ir/bytes/flow.h"

#include <string.h>

Flows flows_new(Arena *arena, Arena *scratch, int n_slots)
{
	Flows flows = { .used = arena_array(arena, LiveBytes, n_slots), .n_slots = n_slots, .scratch = scratch };
	flows.first = arena_array(scratch, int, n_slots);
	memset(flows.first, 0xff, sizeof *flows.first * (size_t)n_slots);
	flows.copied = arena_array(scratch, Copied, n_slots);
	for (int i = 0; i < n_slots; i++)
		flows.copied[i].part.slot = NO_SLOT;
	return flows;
}

static int64_t span_end(Span span)
{
	return span.size > MAX_BYTES - span.offset ? MAX_BYTES : span.offset + span.size;
}

static int64_t first_word(Span span)
{
	return span.offset < 0 ? 0 : span.offset / 64;
}

/* The bytes of the span in one of its words. */
static uint64_t part_of_word(int64_t word, Span span)
{
	const int64_t first = span.offset - 64 * word, end = span_end(span) - 64 * word;
	const uint64_t from = first <= 0 ? ~UINT64_C(0) : ~UINT64_C(0) << first;
	return end >= 64 ? from : from & ~(~UINT64_C(0) << end);
}

bool bytes_have(const ByteSet *set, Span span, bool beyond)
{
	if (span.size <= 0)
		return false;
	if (beyond && (span.offset < 0 || span.size > MAX_BYTES - span.offset))
		return true;
	for (int64_t w = first_word(span); 64 * w < span_end(span); w++)
		if (set->at[w] & part_of_word(w, span))
			return true;
	return false;
}

static void fill(ByteSet *set, Span span)
{
	for (int64_t w = first_word(span); 64 * w < span_end(span); w++)
		set->at[w] |= part_of_word(w, span);
}

static void take_out(ByteSet *set, const ByteSet *out)
{
	for (int i = 0; i < BYTES_WORDS; i++)
		set->at[i] &= ~out->at[i];
}

/* --- copies that are overwritten ------------------------------------------------------------------ */

/* What the names of a part stand for. */
static Span named_part(const Flows *flows, Span span)
{
	while (span.slot != NO_SLOT && flows->copied[span.slot].part.slot != NO_SLOT) {
		const Span part = flows->copied[span.slot].part;
		span.slot = part.slot;
		span.offset += part.offset;
	}
	return span;
}

/* Pointers may be set to each other: names in a circle stand for nothing. */
void flows_name(Flows *flows, int slot, Span part)
{
	bool is_circle = false;
	for (int at = part.slot; at != NO_SLOT && !is_circle; at = flows->copied[at].part.slot)
		is_circle = at == slot;
	if (!is_circle)
		flows->copied[slot].part = part;
}

void flows_copy(Flows *flows, Span span, int block)
{
	span = named_part(flows, span);
	if (span.slot == NO_SLOT)
		return;
	fill(&flows->copied[span.slot].unread, span);
	flows->copied[span.slot].block = block;
}

void flows_read(Flows *flows, Span span)
{
	ByteSet read = { .at = { 0 } };
	span = named_part(flows, span);
	if (span.slot == NO_SLOT)
		return;
	fill(&read, span);
	take_out(&flows->copied[span.slot].unread, &read);
}

void flows_overwrite(Flows *flows, Span span, int block)
{
	span = named_part(flows, span);
	Copied *copied = span.slot != NO_SLOT ? &flows->copied[span.slot] : NULL;
	if (copied && copied->block >= block && span.offset >= 0)
		for (int64_t w = first_word(span); 64 * w < span_end(span); w++)
			copied->overwritten.at[w] |= copied->unread.at[w] & part_of_word(w, span);
}

/* --- uses ----------------------------------------------------------------------------------------- */

void flows_may_use(Flows *flows, Span span)
{
	if (span.slot != NO_SLOT)
		fill(&flows->used[span.slot].may, span);
}

void flows_use(Flows *flows, Span span)
{
	flows_may_use(flows, span);
	if (span.slot != NO_SLOT)
		fill(&flows->used[span.slot].must, span);
}

void flows_add(Flows *flows, unsigned kind, Span to, Span from)
{
	if (from.slot == NO_SLOT)
		return;
	if (to.slot == NO_SLOT && kind & FLOW_MAYBE) {
		flows_may_use(flows, from);
	} else if (to.slot == NO_SLOT) {
		flows_use(flows, from);
	} else {
		vec_push(flows->scratch, &flows->list, ((Flow){ to, from, kind, flows->first[to.slot] }));
		flows->first[to.slot] = flows->list.n - 1;
	}
}

static uint64_t word_at(const ByteSet *set, int64_t word, bool beyond)
{
	return word < 0 || word >= BYTES_WORDS ? (beyond ? ~UINT64_C(0) : 0) : set->at[word];
}

/* 64 bytes from this one on. */
static uint64_t bytes_at(const ByteSet *set, int64_t at, bool beyond)
{
	const int64_t word = at >> 6, shift = at & 63;
	const uint64_t low = word_at(set, word, beyond);
	return shift ? low >> shift | word_at(set, word + 1, beyond) << (64 - shift) : low;
}

static void follow(const Flow *flow, const ByteSet *to, ByteSet *from, bool beyond)
{
	const Span span = flow->from;
	if (!bytes_have(to, flow->to, beyond))
		return;
	if (!(flow->kind & FLOW_EACH)) {
		fill(from, span);
		return;
	}
	for (int64_t w = first_word(span); 64 * w < span_end(span); w++)
		from->at[w] |= part_of_word(w, span) & bytes_at(to, 64 * w - span.offset + flow->to.offset, beyond);
}

void flows_propagate(Flows *flows)
{
	bool *is_listed = arena_array(flows->scratch, bool, flows->n_slots);
	VEC(int) changed = { 0 };
	for (int i = 0; i < flows->n_slots; i++) {
		is_listed[i] = true;
		take_out(&flows->used[i].must, &flows->copied[i].overwritten);
		vec_push(flows->scratch, &changed, i);
	}
	while (changed.n > 0) {
		const int slot = changed.at[--changed.n];
		is_listed[slot] = false;
		for (int i = flows->first[slot]; i >= 0; i = flows->list.at[i].next) {
			const Flow *flow = &flows->list.at[i];
			const LiveBytes before = flows->used[flow->from.slot];
			follow(flow, &flows->used[slot].may, &flows->used[flow->from.slot].may, true);
			if (!(flow->kind & FLOW_MAYBE))
				follow(flow, &flows->used[slot].must, &flows->used[flow->from.slot].must, false);
			take_out(&flows->used[flow->from.slot].must, &flows->copied[flow->from.slot].overwritten);
			if (is_listed[flow->from.slot] || !memcmp(&before, &flows->used[flow->from.slot], sizeof before))
				continue;
			is_listed[flow->from.slot] = true;
			vec_push(flows->scratch, &changed, flow->from.slot);
		}
	}
}
