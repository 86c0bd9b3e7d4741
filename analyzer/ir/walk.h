/* Visits every expression and statement below one, parents first.  Callbacks may be NULL.
 * Deeper than a few thousand levels it stops: such trees are cut by the front end already. */
#ifndef SMEMLINT_IR_WALK_H
#define SMEMLINT_IR_WALK_H

#include "ir/ir.h"

typedef struct Walk {
	void (*expr)(void *data, const Expr *e);
	void (*stmt)(void *data, const Stmt *s);
	void *data;
	int depth;     /* 0 to begin with */
} Walk;

void walk_expr(Walk *walk, const Expr *e);
void walk_stmt(Walk *walk, const Stmt *s);

#endif
