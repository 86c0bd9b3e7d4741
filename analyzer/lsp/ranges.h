/* Ranges and positions as the protocol writes them. */
#ifndef SMEMLINT_LSP_RANGES_H
#define SMEMLINT_LSP_RANGES_H

#include <jansson.h>
#include <stdbool.h>

/* Whether a position is in a range, its end included. */
bool range_has(const json_t *range, const json_t *position);

/* Whether the first lies in the other, or is the same. */
bool range_within(const json_t *range, const json_t *other);

/* Whether they have a position in common; their ends count. */
bool ranges_meet(const json_t *a, const json_t *b);

/* A new list of the items whose "range" (or "position") meets the range; NULL: all. */
json_t *ranges_choose(const json_t *items, const json_t *range);

#endif
