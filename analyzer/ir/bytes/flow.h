/* Where bytes go: of slots of up to MAX_BYTES bytes each, those from which a used byte comes are used, too. */
#ifndef SMEMLINT_IR_BYTES_FLOW_H
#define SMEMLINT_IR_BYTES_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

enum { BYTES_WORDS = 16, MAX_BYTES = 64 * BYTES_WORDS, NO_SLOT = -1 };

typedef struct ByteSet {
	uint64_t at[BYTES_WORDS];
} ByteSet;

/* Of a slot: the bytes that may be used, and those of them that are. */
typedef struct LiveBytes {
	ByteSet may, must;
} LiveBytes;

/* Bytes of a slot. */
typedef struct Span {
	int slot; /* NO_SLOT: bytes that are not looked at */
	int64_t offset, size;
} Span;

/* Flags.  Without any: if one byte of `to` is used, so is all of `from`. */
typedef enum FlowKind {
	FLOW_ALL = 0,
	FLOW_EACH = 1,  /* the byte at the same distance is */
	FLOW_MAYBE = 2, /* it may be, and need not */
} FlowKind;

typedef struct Flow {
	Span to, from;
	unsigned kind;
	int next; /* in `list`, to the same slot; -1: there is none */
} Flow;

/* What of a slot was copied there and not read since; what of that was stored to before it was. */
typedef struct Copied {
	ByteSet unread, overwritten;
	int block; /* where it was copied */
	Span part; /* not NO_SLOT: the slot is but a name for this */
} Copied;

typedef struct Flows {
	LiveBytes *used; /* by slot */
	int *first;      /* by slot: the first flow to it; -1 */
	Copied *copied;  /* by slot */
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

/* One of them is in the set; of bytes beyond MAX_BYTES, or before the begin, `beyond` says so: they may be used. */
bool bytes_have(const ByteSet *set, Span span, bool beyond);
void flows_use(Flows *flows, Span span);
void flows_may_use(Flows *flows, Span span);
/* To NO_SLOT: the bytes are used, or (FLOW_MAYBE) may be. */
void flows_add(Flows *flows, unsigned kind, Span to, Span from);
/* `slot` names the part from now on: reads and stores by it are reads and stores of the part. */
void flows_name(Flows *flows, int slot, Span part);
/* A copy to the bytes in the block of this number, a read, and a store.  Blocks are numbered in the order of the text; a store in a block
 * overwrites what was copied in it or in a later one. */
void flows_copy(Flows *flows, Span span, int block);
void flows_read(Flows *flows, Span span);
void flows_overwrite(Flows *flows, Span span, int block);
/* Follows the flows until nothing changes. */
void flows_propagate(Flows *flows);

#endif
