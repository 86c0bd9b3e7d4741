/* The search for bytes that may be used (live_bytes.h), within this folder. */
#ifndef SMEMLINT_IR_BYTES_LIVE_SEARCH_H
#define SMEMLINT_IR_BYTES_LIVE_SEARCH_H

#include "ir/bytes/flow.h"
#include "ir/bytes/numbers.h"
#include "ir/ir.h"

/* Slots are variables, by their id; then what functions return, by theirs; then what is stored by the names of objects, by their id
 * again.  A name's first slot is what is read by it. */
typedef struct LiveSearch {
	const Unit *unit;
	Flows flows;
	int *n_stores;      /* by Var.id; MANY: or more than one can count */
	Numbers numbers;    /* where the search stands */
	bool *varies;       /* by Var.id; a number that nvcc cannot know either */
	const Func *func;   /* where it stands */
	int n_steps;        /* in it */
	int block, n_blocks; /* the number of the block where it stands (flow.h) */
	bool gave_up;
} LiveSearch;

enum { MAX_PLACES = 16 };

/* Where an address may lead: of `condition ? a : b` to both. */
typedef struct Places {
	struct {
		Span read;     /* what is loaded from there */
		Span stored;   /* what is stored there; by a name it has a slot of its own */
		bool is_maybe; /* it need not lead there, or not to all of it */
		int64_t first, stride; /* is_maybe: it leads to one of these offsets in the object, a stride apart; 0: to any */
	} at[MAX_PLACES];
	int n;
} Places;

/* --- live_span.c ---------------------------------------------------------------------------------- */

Span live_whole(const Var *var);
/* A reference, a method's own object, or a pointer that is set once and for all. */
bool live_names_object(const LiveSearch *s, const Var *var);
Span live_result(const LiveSearch *s, const Func *func);
/* Calls of the function are not seen: all may be used. */
void live_use_results(LiveSearch *s, const Func *func);
/* The slot that an address without its offsets leads to, or NO_SLOT. */
int live_slot(const LiveSearch *s, const Expr *root);
/* Where `size` bytes from the address lie, one place at least.  An offset that is not known (or size < 0) may be any. */
Places live_places(LiveSearch *s, const Expr *address, int64_t size);
/* The value is one that nvcc cannot know either: it comes from a thread's number, a kernel's argument or from memory. */
bool live_varies(const LiveSearch *s, const Expr *e);
/* What is stored by the name. */
Span live_stored_by(const LiveSearch *s, const Var *name);
/* Where a store goes.  NO_SLOT: to one of several places, too. */
Span live_stored_to(LiveSearch *s, const Expr *address, int64_t size);

/* --- live_expr.c ---------------------------------------------------------------------------------- */

/* What an expression does; what it gives goes to `to`, or is used (NULL). */
void live_visit(LiveSearch *s, const Expr *e, const Span *to);
/* An address that is only used to get at what is there. */
void live_visit_address(LiveSearch *s, const Expr *address);
/* As statements: nothing uses their value. */
void live_visit_store(LiveSearch *s, const Expr *e);
void live_visit_copy(LiveSearch *s, const Expr *e);
void live_visit_call(LiveSearch *s, const Expr *e);
/* What is there goes to `to`, or is used (NO_SLOT). */
void live_read(LiveSearch *s, Span to, const Expr *address, int64_t size);
/* An object is copied: its parts are used apart. */
void live_move(LiveSearch *s, Span to, const Expr *address, int64_t size);

/* --- live_bytes.c --------------------------------------------------------------------------------- */

void live_visit_stmt(LiveSearch *s, const Stmt *stmt); /* or NULL */

#endif
