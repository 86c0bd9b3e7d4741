/* Where bytes go: of slots of up to MAX_BYTES bytes each, those from which a used byte comes are used, too. */
#ifndef SMEMLINT_IR_BYTES_FLOW_H
#define SMEMLINT_IR_BYTES_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

enum { BYTES_WORDS = 4, MAX_BYTES = 64 * BYTES_WORDS, NO_SLOT = -1 };

typedef struct LiveBytes {
	uint64_t at[BYTES_WORDS];
} LiveBytes;

/* Bytes of a slot. */
typedef struct Span {
	int slot; /* NO_SLOT: bytes that are not looked at */
	int64_t offset, size;
} Span;

/* If one byte of `to` is used, so is all of `from`; or, with is_each, the one at the same distance. */
typedef struct Flow {
	Span to, from;
	bool is_each;
	int next; /* in `list`, to the same slot; -1: there is none */
} Flow;

typedef struct Flows {
	LiveBytes *used; /* by slot */
	int *first;      /* by slot: the first flow to it; -1 */
	int n_slots;
	VEC(Flow) list;
	Arena *scratch;
} Flows;

/* `used` lives in `arena`. */
Flows flows_new(Arena *arena, Arena *scratch, int n_slots);

static inline Span span_whole(int slot)
{
	return (Span){ slot, 0, MAX_BYTES };
}

/* Bytes beyond MAX_BYTES, or before the begin, count as used. */
bool bytes_are_used(const LiveBytes *used, Span span);
void flows_use(Flows *flows, Span span);
void flows_add(Flows *flows, Span to, Span from);
void flows_add_each(Flows *flows, Span to, Span from);
/* Follows the flows until nothing changes. */
void flows_propagate(Flows *flows);

#endif
