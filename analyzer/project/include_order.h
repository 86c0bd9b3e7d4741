/* Whether headers can be included before others: whether each macro is then for each header what it is now.
 *
 * The order of two headers matters if one names a macro that the other defines or undefines, and does not include that one itself.
 * What the definition of a macro names is named wherever that macro is.  Macros that every header undefines at its end do not count,
 * nor do those of standard_macros.def.  Where nothing but the macro can be meant, which is then called by its name in capitals, the
 * header that names it may come behind the one that defines it, though it came before. */
#ifndef SMEMLINT_PROJECT_INCLUDE_ORDER_H
#define SMEMLINT_PROJECT_INCLUDE_ORDER_H

#include "project/include_graph.h"

typedef struct IncludeOrder IncludeOrder;

/* NULL: too much depends on the order.  The graph must not grow any more. */
const IncludeOrder *include_order_new(Arena *arena, const IncludeGraph *graph);

/* When a header is included for the first time: when its text begins and ends, in steps; -1: it is not. */
typedef struct Visit {
	int begin, end;
} Visit;

/* By header: when a source includes them. */
const Visit *include_order_visits(Arena *arena, const IncludeOrder *order, const GraphSource *source);

/* Whether nothing changes for the source, which includes its headers as in `visits`, if it includes these ones before. */
bool include_order_allows(const IncludeOrder *order, const GraphSource *source, const Visit *visits, const int *before, int n);

/* Removes headers from the set (bits) which another one of it includes, then, behind the definition of what they name: they can only
 * come with that one. */
void include_order_drop_inner(const IncludeOrder *order, const Visit *visits, uint64_t *set);

/* The cost of these headers with all that they include. */
int64_t include_order_cost(const IncludeOrder *order, const int *headers, int n);

#endif
