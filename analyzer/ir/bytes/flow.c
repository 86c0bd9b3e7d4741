#include "ir/bytes/flow.h"

#include <string.h>

Flows flows_new(Arena *arena, Arena *scratch, int n_slots)
{
	Flows flows = { .used = arena_array(arena, LiveBytes, n_slots), .n_slots = n_slots, .scratch = scratch };
	flows.first = arena_array(scratch, int, n_slots);
	memset(flows.first, 0xff, sizeof *flows.first * (size_t)n_slots);
	return flows;
}

static bool is_used(const LiveBytes *used, int64_t at)
{
	return at < 0 || at >= MAX_BYTES || used->at[at / 64] >> at % 64 & 1;
}

bool bytes_are_used(const LiveBytes *used, Span span)
{
	for (int64_t i = span.offset; i < span.offset + span.size; i++)
		if (is_used(used, i))
			return true;
	return false;
}

void flows_use(Flows *flows, Span span)
{
	LiveBytes *used = span.slot != NO_SLOT ? &flows->used[span.slot] : NULL;
	for (int64_t i = span.offset < 0 ? 0 : span.offset; used && i < span.offset + span.size && i < MAX_BYTES; i++)
		used->at[i / 64] |= UINT64_C(1) << i % 64;
}

static void add(Flows *flows, Span to, Span from, bool is_each)
{
	if (from.slot == NO_SLOT)
		return;
	if (to.slot == NO_SLOT) {
		flows_use(flows, from);
		return;
	}
	vec_push(flows->scratch, &flows->list, ((Flow){ to, from, is_each, flows->first[to.slot] }));
	flows->first[to.slot] = flows->list.n - 1;
}

void flows_add(Flows *flows, Span to, Span from)
{
	add(flows, to, from, false);
}

void flows_add_each(Flows *flows, Span to, Span from)
{
	add(flows, to, from, true);
}

static void follow(Flows *flows, const Flow *flow)
{
	const LiveBytes *to = &flows->used[flow->to.slot];
	if (!bytes_are_used(to, flow->to))
		return;
	if (!flow->is_each)
		flows_use(flows, flow->from);
	for (int64_t i = 0; flow->is_each && i < flow->from.size && flow->from.offset + i < MAX_BYTES; i++)
		if (is_used(to, flow->to.offset + i))
			flows_use(flows, (Span){ flow->from.slot, flow->from.offset + i, 1 });
}

void flows_propagate(Flows *flows)
{
	bool *is_listed = arena_array(flows->scratch, bool, flows->n_slots);
	VEC(int) changed = { 0 };
	for (int i = 0; i < flows->n_slots; i++) {
		is_listed[i] = true;
		vec_push(flows->scratch, &changed, i);
	}
	while (changed.n > 0) {
		const int slot = changed.at[--changed.n];
		is_listed[slot] = false;
		for (int i = flows->first[slot]; i >= 0; i = flows->list.at[i].next) {
			const Flow *flow = &flows->list.at[i];
			const LiveBytes before = flows->used[flow->from.slot];
			follow(flows, flow);
			if (is_listed[flow->from.slot] || !memcmp(&before, &flows->used[flow->from.slot], sizeof before))
				continue;
			is_listed[flow->from.slot] = true;
			vec_push(flows->scratch, &changed, flow->from.slot);
		}
	}
}
