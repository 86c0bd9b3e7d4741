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
	const Func *func;   /* where it stands */
	int n_steps;        /* in it */
	bool gave_up;
} LiveSearch;

/* --- live_span.c ---------------------------------------------------------------------------------- */

Span live_whole(const Var *var);
/* A reference, a method's own object, or a pointer that is set once and for all. */
bool live_names_object(const LiveSearch *s, const Var *var);
Span live_result(const LiveSearch *s, const Func *func);
/* Calls of the function are not seen: all may be used. */
void live_use_results(LiveSearch *s, const Func *func);
/* The slot that an address without its offsets leads to, or NO_SLOT. */
int live_slot(const LiveSearch *s, const Expr *root);
/* Where `size` bytes from the address lie.  An offset that is not known (or size < 0) may be any. */
Span live_span(const LiveSearch *s, const Expr *address, int64_t size);
/* What is stored by the name. */
Span live_stored_by(const LiveSearch *s, const Var *name);
/* Where a store goes. */
Span live_stored_to(const LiveSearch *s, const Expr *address, int64_t size);

/* --- live_expr.c ---------------------------------------------------------------------------------- */

/* What an expression does; what it gives goes to `to`, or is used (NULL). */
void live_visit(LiveSearch *s, const Expr *e, const Span *to);
/* An address that is only used to get at what is there. */
void live_visit_address(LiveSearch *s, const Expr *address);
/* As statements: nothing uses their value. */
void live_visit_store(LiveSearch *s, const Expr *e);
void live_visit_copy(LiveSearch *s, const Expr *e);
void live_visit_call(LiveSearch *s, const Expr *e);
/* An object is copied: its parts are used apart. */
void live_move(LiveSearch *s, Span to, const Expr *address, int64_t size);

/* --- live_bytes.c --------------------------------------------------------------------------------- */

void live_visit_stmt(LiveSearch *s, const Stmt *stmt); /* or NULL */

#endif
