/* Visits every expression and statement below one, parents first.  Callbacks may be NULL.
 * It stops a few thousand levels down; the front end has cut deeper trees already. */
#ifndef SMEMLINT_IR_WALK_H
#define SMEMLINT_IR_WALK_H

#include "ir/ir.h"

typedef struct Walk {
	void (*expr)(void *data, const Expr *e);
	void (*stmt)(void *data, const Stmt *s);
	void *data;
	int depth;     /* 0 at the start */
} Walk;

void walk_expr(Walk *walk, const Expr *e);
void walk_stmt(Walk *walk, const Stmt *s);

#endif
