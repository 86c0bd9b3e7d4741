/* The content of an object: a list of cells (offset, size, value) and a reason that describes all other bytes.  Stored
 * values are reference-counted, so that a copy of a content is cheap.
 *
 * Regions: code that runs under a condition or in a loop, as the compiler sees it.  After a region, a value that was
 * stored in it is one of two for the compiler: it gets a fresh form (form.h). */
#ifndef SMEMLINT_EVAL_STATE_CONTENT_H
#define SMEMLINT_EVAL_STATE_CONTENT_H

#include "eval/value/value.h"

typedef struct Stored {
	int refs;
	int64_t region;   /* in which it was stored; 0: none, or it was left and the form replaced */
	int around_align; /* log2 of the alignment of what is there if that region is not executed; FORM_ANY: nothing is */
	int came;         /* at a loop's head: 1 + its place among the CameForms of what the loop may change; 0: none */
	Value v;
} Stored;

/* What the compiler knew of a stored value, as stored_keep() gives it back. */
typedef struct StoredForm {
	const Stored *stored;
	int64_t region;
	int around_align;
	Form form;
} StoredForm;

typedef struct Cell {
	int64_t offset;   /* bytes */
	int size;         /* bytes */
	bool is_float;
	Stored *stored;
} Cell;

typedef struct Content {
	Cell *cells;      /* sorted by offset, not overlapping */
	int n, cap;
	Reason rest;      /* all other bytes: REASON_UNINITIALISED: undefined, REASON_ARGUMENT: a kernel argument,
	                   * REASON_NONE: zeros, else unknown for this reason */
	unsigned points_to; /* POINTS_TO_… of other bytes that are unknown */
	int64_t since;    /* serial number of when `rest` was set: unknown bytes of different times differ */
} Content;

/* What the contents of one evaluation share: regions, and the blocks that their values are in. */
typedef struct Storage {
	ValueCtx *ctx;
	VEC(int64_t) regions; /* numbers of those being executed, outermost first, ascending */
	int64_t n_regions;    /* the last number given */
	void *free_blocks;    /* free lists of thread vectors … */
	void *free_stored, *free_unknowns, *free_terms; /* … and of other blocks */
} Storage;

void storage_init(Storage *storage, ValueCtx *ctx);
void storage_free(Storage *storage);

void region_enter(Storage *storage);
void region_leave(Storage *storage);

Value stored_read(Storage *storage, Stored *s); /* in the context's arena */
/* Replaces the form by a fresh one.  In place, so that it also changes contents in journals: a fresh form only claims less. */
void stored_widen(Storage *storage, Stored *s, int log2_align, Refinement refinement);
/* At the head of an iteration: a loop carries it with this alignment, if that is more than what is known. */
void stored_carry(Storage *storage, Stored *s, int log2_align);
/* nvcc does not know whether it is still the value, or another of this alignment.  In place, too. */
void stored_is_either(Storage *storage, Stored *s, int log2_align);
void stored_form(Storage *storage, Stored *s, StoredForm *out);
void stored_keep(Stored *s, const StoredForm *form); /* it was not changed since */
/* Unknown: bytes that parts of other values are in. */
Value bits_value(Storage *storage, bool uniform, unsigned points_to, Loc loc);

void content_copy(Content *to, const Content *from);
void content_free(Storage *storage, Content *content);
void content_clear(Storage *storage, Content *content); /* removes the cells, but keeps their memory for others */
/* The cell of these bytes; NULL: there is none. */
const Cell *content_find(const Content *content, int64_t offset, int size);
bool content_touches(const Content *content, int64_t offset, int size); /* a cell covers one of these bytes */
int content_lower_bound(const Content *content, int64_t offset); /* the index of the first cell that ends after `offset` */
unsigned content_points_to(const ValueCtx *ctx, const Content *content); /* of all its bytes */
/* Stores v in all threads; the bytes that it leaves of cells that it overlaps become cells of their own. */
void content_put(Storage *storage, Content *content, int64_t offset, int size, bool is_float, Value v);

#endif
